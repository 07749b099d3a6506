// The bottom sheet that corrects one segment and its card; it stays open while the card is turned.
const sheet = document.getElementById("sheet");
const picks = [...sheet.querySelectorAll("[data-crystal]")];
const piece = sheet.querySelector("[data-piece]");
let current = null;

/** Open for a segment of the overlay; `correct` sends a correction and redraws the page. */
export function openSheet(segment, correct) {
  current = { key: segment.dataset.key, correct };
  show();
  if (!sheet.open) sheet.showModal();
  (picks.find((pick) => pick.getAttribute("aria-pressed") === "true") ?? picks[0]).focus();
}

function segmentNow() {
  return document.getElementById(`s-${current.key}`);
}

function place() {
  const { row, col, what } = segmentNow().dataset;
  return { row: Number(row), col: Number(col), what };
}

function show() {
  const segment = segmentNow();
  const candidates = segment.dataset.candidates.split(" ").filter(Boolean);
  const asked = segment.classList.contains("seg--doubt");
  sheet.querySelector("#sheet-title").textContent = segment.getAttribute("aria-label");
  for (const pick of order(candidates)) {
    const likely = asked && candidates.includes(pick.dataset.crystal);
    pick.setAttribute("aria-pressed", String(pick.dataset.crystal === segment.dataset.crystal));
    pick.classList.toggle("pick--likely", likely);
    const note = pick.querySelector("[data-likely]");
    if (note) note.hidden = !likely;
  }
  piece.checked = segment.dataset.piece === "1";
  drawZoom(segment);
}

// Candidates first, in the order of their probability; "cannot tell" stays last.
function order(candidates) {
  const rank = (pick) => {
    if (pick.dataset.crystal === "") return 99;
    const index = candidates.indexOf(pick.dataset.crystal);
    return index < 0 ? 50 : index;
  };
  const ordered = [...picks].sort((a, b) => rank(a) - rank(b) || picks.indexOf(a) - picks.indexOf(b));
  sheet.querySelector("[data-crystals]").append(...ordered);
  return ordered;
}

function drawZoom(segment) {
  const zoom = sheet.querySelector("[data-zoom]");
  const overlay = document.getElementById("overlay");
  const { row, col } = segment.dataset;
  const card = ["large", "small"].map((what) => document.getElementById(`s-${row}-${col}-${what}`));
  const boxes = card.map((part) => part.getBBox());
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const side = Math.max(right - left, bottom - top) * 1.12;
  zoom.setAttribute("viewBox", `${(left + right - side) / 2} ${(top + bottom - side) / 2} ${side} ${side}`);
  const picture = overlay.querySelector("image").cloneNode();
  const lines = card.map((part) => {
    const line = part.querySelector(".seg__line").cloneNode();
    line.setAttribute("fill", "none");
    line.setAttribute("stroke", part === segment ? "#fff" : "#fff8");
    line.setAttribute("stroke-width", part === segment ? "4" : "2");
    return line;
  });
  zoom.replaceChildren(picture, ...lines);
}

async function turn(quarters) {
  const { row, col } = place();
  const now = Number(segmentNow().dataset.turn);
  await current.correct({ row, col, rotation: (now + quarters) % 4 });
  show();
}

function everything() {
  const { row, col } = place();
  const correction = { row, col, rotation: Number(segmentNow().dataset.turn) };
  for (const what of ["large", "small"]) {
    const crystal = document.getElementById(`s-${row}-${col}-${what}`).dataset.crystal;
    if (crystal) correction[what] = { crystal };
  }
  return correction;
}

async function sendAndClose(correction) {
  if (await current.correct(correction)) close();
}

// In the task of the redraw: the browser itself would give the focus to a segment that was drawn anew, so to nobody.
function close() {
  sheet.close();
  focusSegment();
}

function focusSegment() {
  segmentNow()?.focus({ preventScroll: true });
}

for (const pick of picks) {
  pick.addEventListener("click", () => {
    const { row, col, what } = place();
    sendAndClose({ row, col, [what]: { crystal: pick.dataset.crystal || null } });
  });
}
piece.addEventListener("change", async () => {
  const { row, col, what } = place();
  await current.correct({ row, col, [what]: { piece: piece.checked } });
  show();
});
for (const button of sheet.querySelectorAll("[data-turn]")) {
  button.addEventListener("click", () => turn(Number(button.dataset.turn)));
}
sheet.querySelector("[data-confirm]").addEventListener("click", () => sendAndClose(everything()));
sheet.querySelector("[data-remove]").addEventListener("click", () => {
  const { row, col } = place();
  sendAndClose({ row, col, removed: true });
});
sheet.querySelector("[data-close]").addEventListener("click", close);
sheet.addEventListener("click", (event) => event.target === sheet && close());
sheet.addEventListener("close", focusSegment);
