// One display: every correction goes to the API, then the page's body comes anew with the new score.
import { ask, attempt, part } from "./api.js";
import { confirmed } from "./confirm.js";
import { connectOverlay } from "./overlay.js";
import { openSheet } from "./sheet.js";
import { announce, complain, text } from "./texts.js";

const body = document.getElementById("body");
const path = `/api/scans/${body.dataset.scan}`;
const view = { whole: false, adding: false, row: null };

/** Send a correction; answers whether it is kept. */
function correct(correction) {
  return change("PATCH", path, correction);
}

async function change(method, address, content) {
  try {
    const scan = await ask(method, address, content);
    await redraw();
    announce(text("total", { points: scan.score.total }));
    return true;
  } catch (error) {
    complain(error.message);
    return false;
  }
}

async function redraw() {
  const focused = document.activeElement?.id;
  body.innerHTML = await part(`/scans/${body.dataset.scan}/body`);
  connect();
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

function connect() {
  connectOverlay(body, view, {
    segment: (segment) => openSheet(segment, correct),
    ghost: addCard,
  });
  body.querySelector("[data-undo]").addEventListener("click", () => change("POST", `${path}/undo`));
  for (const doubt of body.querySelectorAll(".doubt")) connectDoubt(doubt);
}

async function addCard(row, col) {
  view.adding = false;
  if (!(await correct({ row, col, added: true }))) return;
  // A card added beside the grid moves the display, so that it lies in the nearest row or column inside.
  const segment = document.getElementById(`s-${inside(row, 3)}-${inside(col, 4)}-large`);
  segment.focus();
  openSheet(segment, correct);
}

function inside(index, count) {
  return Math.min(Math.max(index, 0), count - 1);
}

function connectDoubt(doubt) {
  const row = Number(doubt.dataset.row);
  const col = Number(doubt.dataset.col);
  const what = doubt.dataset.what;
  const answers = {
    right: () => correct(what === "rotation" ? { row, col, rotation: Number(doubt.dataset.turn) } : { row, col }),
    remove: () => correct({ row, col, removed: true }),
    add: () => addCard(row, col),
  };
  for (const button of doubt.querySelectorAll("[data-answer]")) {
    const answer = button.dataset.answer;
    const crystal = () => correct({ row, col, [what]: { crystal: answer } });
    button.addEventListener("click", answers[answer] ?? crystal);
  }
  connectPointing(doubt, row, col, what);
  doubt.querySelector("[data-open]")?.addEventListener("click", () => {
    const part = what === "small" ? "small" : "large";
    openSheet(document.getElementById(`s-${row}-${col}-${part}`), correct);
  });
}

// Whoever looks at a question sees in the photo what it is about.
function connectPointing(doubt, row, col, what) {
  const parts = what === "small" || what === "large" ? [what] : ["large", "small"];
  const point = (on) => {
    for (const part of parts) document.getElementById(`s-${row}-${col}-${part}`)?.classList.toggle("seg--asked", on);
  };
  for (const start of ["pointerenter", "focusin"]) doubt.addEventListener(start, () => point(true));
  for (const end of ["pointerleave", "focusout"]) doubt.addEventListener(end, () => point(false));
}

function connectRest() {
  document.querySelector("[data-delete]").addEventListener("click", attempt(async () => {
    if (!(await confirmed())) return;
    const scan = await ask("GET", path);
    await ask("DELETE", path);
    location.assign(scan.pad ? `/pads/${scan.pad.id}` : "/");
  }));
  document.querySelector("[data-into-pad]")?.addEventListener("click", attempt(async (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const { pad, seat = 0, players } = button.dataset;
    const id = pad ?? (await ask("POST", "/api/pads", { names: Array(Number(players)).fill("") })).id;
    await ask("PATCH", `/api/pads/${id}/players/${seat}`, { scan: body.dataset.scan });
    location.assign(`/pads/${id}`);
  }));
}

function connectByHand() {
  const button = document.querySelector("[data-by-hand]");
  button?.addEventListener("click", attempt(async () => {
    await ask("PATCH", `/api/pads/${button.dataset.pad}/players/${button.dataset.seat}`, { scan: null });
    location.assign(`/pads/${button.dataset.pad}`);
  }));
}

connect();
connectRest();
connectByHand();
