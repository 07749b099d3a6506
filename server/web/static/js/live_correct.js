// The sheet that says what really lies at one place: crystals, the turn of a card, the pawns on a pile.
import { nameOf } from "./live_overlay.js";
import { drawing } from "./live_shapes.js";

const sheet = document.getElementById("correct");
// The reference cut of a card, from its top left to its bottom right corner.
const CUT = [[0, 0], [0.46, 0.26], [0.74, 0.54], [1, 1]];
let current = null;

/** Open for an item of the overlay; `picture` is `{href, width, height}`, `send(correction)` answers whether it was taken. */
export function openCorrection(item, picture, send) {
  current = { item, picture, send, turn: 0, values: crystalsOf(item) };
  sheet.querySelector("#correct-title").textContent = nameOf(item);
  for (const part of sheet.querySelectorAll("[data-part]")) {
    part.hidden = !(part.dataset.part in current.values);
    for (const radio of part.querySelectorAll("input")) radio.checked = radio.value === current.values[part.dataset.part];
  }
  showPawns(item.pawns);
  sheet.querySelector("[data-turns]").hidden = !mayTurn();
  sheet.querySelector("[data-remove-card]").hidden = isPiece();
  sheet.querySelector("[data-remove-piece]").hidden = !isPiece();
  drawZoom();
  sheet.showModal();
  (sheet.querySelector("[data-part]:not([hidden]) input:checked") ?? sheet.querySelector("[data-close]")).focus();
}

function crystalsOf({ segment, crystal, large, small }) {
  return segment === undefined ? { large, small } : { [segment]: crystal };
}

// Only the colours of this game.
function showPawns(pawns) {
  sheet.querySelector("[data-pawns]").hidden = !pawns;
  for (const select of sheet.querySelectorAll("[data-colour]")) {
    const count = pawns?.[select.dataset.colour];
    select.closest("label").hidden = count === undefined;
    select.value = String(count ?? 0);
  }
}

function isPiece() {
  return current.item.open !== undefined;
}

function mayTurn() {
  return Number.isInteger(current.item.rotation);
}

function drawZoom() {
  const { item, picture, turn } = current;
  const zoom = sheet.querySelector("[data-zoom]");
  const [left, right] = reach(item.corners, 0);
  const [top, bottom] = reach(item.corners, 1);
  const side = Math.max(right - left, bottom - top) * 1.3;
  zoom.setAttribute("viewBox", `${(left + right - side) / 2} ${(top + bottom - side) / 2} ${side} ${side}`);
  const frame = drawing("polygon", { points: item.corners.join(" "), class: "zoom__frame" });
  zoom.replaceChildren(drawing("image", { ...picture, preserveAspectRatio: "none" }), frame);
  if (!mayTurn()) return;
  const turned = item.corners.map((_, index) => item.corners[(index + turn) % 4]);
  zoom.append(drawing("polyline", { points: CUT.map((point) => inside(turned, point)).join(" "), class: "zoom__cut" }));
}

function reach(corners, axis) {
  const values = corners.map((corner) => corner[axis]);
  return [Math.min(...values), Math.max(...values)];
}

// A point of the unit square in a quad: top left, top right, bottom right, bottom left.
function inside([topLeft, topRight, bottomRight, bottomLeft], [x, y]) {
  return [0, 1].map((axis) => (1 - y) * ((1 - x) * topLeft[axis] + x * topRight[axis])
    + y * ((1 - x) * bottomLeft[axis] + x * bottomRight[axis]));
}

function crystals() {
  const parts = [...sheet.querySelectorAll("[data-part]:not([hidden])")];
  const chosen = parts.map((part) => [part.dataset.part, part.querySelector("input:checked")?.value]);
  return Object.fromEntries(chosen.filter(([, crystal]) => crystal));
}

function place() {
  const { open, pile, display, row, col } = current.item;
  if (isPiece()) return { open };
  return pile ? { pile } : { display, row, col };
}

function correction() {
  const { item, turn } = current;
  if (isPiece()) return { ...place(), crystal: crystals()[item.segment] };
  const said = { ...place(), ...crystals() };
  if (mayTurn()) said.rotation = (item.rotation + turn) % 4;
  if (item.pile) said.pawns = pawns();
  return said;
}

function pawns() {
  const shown = [...sheet.querySelectorAll("[data-pawns] label:not([hidden]) [data-colour]")];
  return Object.fromEntries(shown.map((select) => [select.dataset.colour, Number(select.value)]));
}

function removal() {
  return isPiece() ? { ...place(), crystal: null } : { ...place(), removed: true };
}

async function send(said) {
  if (await current.send(said)) sheet.close();
}

for (const button of sheet.querySelectorAll("[data-turn]")) {
  button.addEventListener("click", () => {
    current.turn = (current.turn + Number(button.dataset.turn)) % 4;
    drawZoom();
  });
}
sheet.querySelector("[data-confirm]").addEventListener("click", () => send(correction()));
sheet.querySelector("[data-remove]").addEventListener("click", () => send(removal()));
sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
