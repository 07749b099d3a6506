// The live view of one table: shows the newest snapshot, sends what players answer, and tells of illegal moves.
import { ask, attempt, part } from "./api.js";
import { confirmed } from "./confirm.js";
import { openCorrection } from "./live_correct.js";
import { showFeed, spoken } from "./live_feed.js";
import { openCorners } from "./live_find.js";
import { connectOverlay, keyOf } from "./live_overlay.js";
import { connectPicture } from "./live_picture.js";
import { follow } from "./live_socket.js";
import { alarm, connectSound } from "./live_sound.js";
import { nameOf, showCameras, showDiffers, showQuestion, showState, showTurn } from "./live_views.js";
import { announce, complain, text } from "./texts.js";

const find = (selector) => document.querySelector(selector);
const body = find("#live");
const image = find("[data-picture]");
const wantPicture = connectPicture(image, () => (find("[data-no-picture]").hidden = true));
const showOverlay = connectOverlay(find("#overlay"), correct);
let newest = null;
let drawn = null;
let view = 0;
let waiting = false;

function receive(snapshot) {
  if (newest?.game === snapshot.game) tell(newest, snapshot);
  newest = snapshot;
  if (waiting) return;
  waiting = true;
  // A hidden page draws nothing, and later only the newest of what came meanwhile.
  requestAnimationFrame(() => {
    waiting = false;
    show();
  });
}

// What has to be heard: new lines of the feed, a question, a difference, a camera in trouble, whose turn it is.
function tell(before, after) {
  const last = before.feed.at(-1)?.n ?? 0;
  const lines = after.feed.filter((entry) => entry.n > last);
  const heard = lines.map(spoken);
  if (after.differs && after.differs.text !== before.differs?.text) heard.push(after.differs.text);
  if (after.question && after.question.id !== before.question?.id) heard.push(after.question.text);
  for (const [index, source] of after.sources.entries()) {
    if (source.text && source.text !== before.sources[index]?.text) heard.push(source.text);
  }
  if (after.turn && after.turn.seat !== before.turn?.seat) heard.push(text("live_turn", { name: nameOf(after.turn) }));
  if (heard.length) announce([...new Set(heard)].join(". "));
  if (lines.some((entry) => entry.verdict === "illegal") || (after.differs && !before.differs)) alarm();
}

function show() {
  find("#opening").hidden = true;
  find("#gone").hidden = true;
  find("[data-lost]").hidden = true;
  body.hidden = false;
  view = Math.min(view, newest.sources.length - 1);
  showTurn(newest);
  showState(newest);
  showQuestion(newest.question, (question, option) => act("answer", { question, option }));
  showDiffers(newest);
  showCameras(newest, view, look);
  showFeed(find("[data-feed]"), find("[data-feed-empty]"), newest.feed);
  showPicture();
  find("[data-game-page]").href = `/games/${newest.game}`;
  showTable();
}

function look(index) {
  view = index;
  show();
}

function sizeNow() {
  const { width_px: width, height_px: height } = newest.sources[view];
  return { width, height };
}

function items() {
  return newest.overlay.filter((item) => item.source === view);
}

function showPicture() {
  const { width, height } = sizeNow();
  if (!width) return;
  if (image.width !== width) [image.width, image.height] = [width, height];
  showOverlay({ width, height }, items());
  wantPicture(`/api/live/picture.jpg?source=${view}&seq=${newest.picture.seq}`);
}

async function showTable() {
  const state = JSON.stringify([newest.game, newest.feed.length, newest.feed.at(-1)?.n]);
  if (state === drawn) return;
  drawn = state;
  const box = find("[data-table]");
  try {
    const html = await part(`/live/table/${newest.game}`);
    if (drawn !== state) return;
    const focused = box.contains(document.activeElement) ? document.activeElement.id : "";
    box.innerHTML = html;
    document.getElementById(focused)?.focus({ preventScroll: true });
  } catch {
    drawn = null; // The next snapshot tries again.
  }
}

async function act(what, content = {}) {
  try {
    const answer = await ask("POST", `/api/live/${what}`, content);
    // The socket may have told of something newer meanwhile.
    if (answer.seq >= newest.seq) receive(answer);
    return true;
  } catch (error) {
    complain(error.message);
    return false;
  }
}

function correct(item) {
  openCorrection(item, { href: image.src, ...sizeNow() }, (said) => act("correct", said));
}

// Corners are those of the first camera's picture.
function findByCorners() {
  look(0);
  openCorners({ href: image.src, ...sizeNow() }, async (corners) => {
    const sources = newest.sources.map(({ source }) => source);
    receive(await ask("POST", "/api/live", { game: newest.game, sources, corners }));
  });
}

// A tap on the drawn table means the same place as on the picture.
function correctDrawn({ dataset }) {
  const [kind, ...numbers] = dataset.target.split("-");
  const wanted = { pile: `pile-${numbers.join("-")}`, slot: `card-${numbers.slice(0, 3).join("-")}` }[kind];
  const item = items().find((other) => keyOf(other) === wanted);
  if (item) correct(item);
  else complain(text("live_unseen"));
}

function connectTable() {
  const box = find("[data-table]");
  box.addEventListener("click", (event) => {
    const target = event.target.closest("[data-target]");
    if (target) correctDrawn(target);
  });
  box.addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(event.key) || !event.target.matches("[data-target]")) return;
    event.preventDefault();
    correctDrawn(event.target);
  });
}

function connectSwitch(button, className) {
  button.addEventListener("click", () => {
    const on = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(on));
    find("[data-frame]").classList.toggle(className, on);
  });
}

function connectButtons() {
  find("[data-undo]").addEventListener("click", () => act("undo"));
  find("[data-override]").addEventListener("click", () => act("override"));
  find("[data-stop]").addEventListener("click", attempt(async () => {
    if (!(await confirmed())) return;
    await ask("DELETE", "/api/live");
    location.assign(`/games/${newest.game}`);
  }));
  for (const button of document.querySelectorAll("[data-find]")) {
    button.addEventListener("click", findByCorners);
  }
  connectSwitch(find("[data-names]"), "frame--names");
  connectSwitch(find("[data-outlines]"), "frame--outlines");
  connectSound(find("[data-sound]"));
}

function lost(message) {
  find("#opening").hidden = !body.hidden;
  const box = find("[data-lost]");
  if (box.hidden) announce(message);
  box.textContent = text("live_lost", { reason: message });
  box.hidden = false;
}

function gone() {
  find("#opening").hidden = true;
  body.hidden = true;
  find("#gone").hidden = false;
}

connectTable();
connectButtons();
follow({ show: receive, lost, gone });
