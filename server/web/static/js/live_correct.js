// The sheet that says what really lies at one place: crystals, the turn of a card, the pawns on a pile.
import { nameOf } from "./live_overlay.js";
import { drawing } from "./live_shapes.js";

const sheet = document.getElementById("correct");
// The reference cut of a card, from its top left to its bottom right corner.
const CUT = [[0, 0], [0.46, 0.26], [0.74, 0.54], [1, 1]];
let current = null;

/** Open for `item` of keyed `items`; `picture` is `{href, width, height}`, `send(correction)` answers whether it was taken. */
export function openCorrection(item, items, picture, send) {
  current = { item, items, picture, send, turn: 0 };
  sheet.querySelector("#correct-title").textContent = nameOf(item);
  for (const part of sheet.querySelectorAll("[data-part]")) {
    part.hidden = !(part.dataset.part in item.crystals);
    for (const radio of part.querySelectorAll("input")) radio.checked = radio.value === item.crystals[part.dataset.part];
  }
  sheet.querySelector("[data-pawns]").hidden = kind() !== "pile";
  for (const select of sheet.querySelectorAll("[data-colour]")) {
    select.value = String((item.pawns ?? []).filter((colour) => colour === select.dataset.colour).length);
  }
  sheet.querySelector("[data-turns]").hidden = !mayTurn();
  sheet.querySelector("[data-remove]").hidden = kind() === "pile";
  sheet.querySelector("[data-remove-card]").hidden = kind() !== "card";
  sheet.querySelector("[data-remove-piece]").hidden = kind() !== "piece";
  drawZoom();
  sheet.showModal();
  (sheet.querySelector("[data-part]:not([hidden]) input:checked") ?? sheet.querySelector("[data-close]")).focus();
}

function kind() {
  return current.item.key.split("-")[0];
}

function mayTurn() {
  return kind() === "card" && Number.isInteger(current.item.rotation);
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

function correction() {
  const { item, turn } = current;
  if (kind() === "piece") return openPieces(crystals());
  if (kind() === "pile") return { pile: [item.row, item.col], ...crystals(), pawns: pawns() };
  const said = { display: item.display, row: item.row, col: item.col, ...crystals() };
  if (mayTurn()) said.rotation = (item.rotation + turn) % 4;
  return said;
}

function pawns() {
  const counts = [...sheet.querySelectorAll("[data-colour]")].map((select) => [select.dataset.colour, Number(select.value)]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

// Open pieces are said all together: this one as it was put right (empty: it is none), the others as they are.
function openPieces(mine) {
  const pieces = current.items.filter((item) => item.key.startsWith("piece"));
  const all = pieces.map((item) => Object.entries(item.key === current.item.key ? mine : item.crystals)).flat();
  return { open: all.map(([segment, crystal]) => ({ segment, crystal })) };
}

function removal() {
  const { display, row, col } = current.item;
  return kind() === "piece" ? openPieces({}) : { display, row, col, removed: true };
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
