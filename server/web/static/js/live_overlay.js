// What the camera sees, outlined over the picture; every place can be tapped, or reached by arrow keys, to correct it.
import { drawing } from "./live_shapes.js";
import { shortName } from "./live_words.js";
import { nearest } from "./overlay.js";
import { text } from "./texts.js";

const LABEL_PX = 11;

/** The place that an item stands for: it keeps its element, and so the focus, from snapshot to snapshot. */
export function keyOf({ pile, open, display, row, col }) {
  if (open !== undefined) return `piece-${open}`;
  return pile ? `pile-${pile.join("-")}` : `card-${display}-${row}-${col}`;
}

/** What a place is called: "Card, row 2, column 3: Ruby/Citrine". */
export function nameOf(item) {
  return `${placeOf(item)}: ${item.label}${item.sure ? "" : `, ${text("live_unsure")}`}`;
}

function placeOf({ pile, open, row, col }) {
  if (open !== undefined) return text("live_piece");
  const what = pile ? text("live_pile") : text("live_card");
  const [atRow, atCol] = pile ?? [row, col];
  return text("live_place", { what, row: atRow + 1, col: atCol + 1 });
}

function shortLabel({ open, crystal, large, small }) {
  return (open === undefined ? [large, small] : [crystal]).map(shortName).join("/");
}

/** Connect the overlay; answers a function that shows items on a picture of a size. `choose(item)` is called on a tap. */
export function connectOverlay(svg, choose) {
  const shown = new Map();
  let width = 0;

  const size = () => {
    if (width) svg.style.setProperty("--label", `${(LABEL_PX * width) / Math.max(svg.clientWidth, 1)}px`);
  };
  new ResizeObserver(size).observe(svg);
  connectKeys(svg, (node) => choose(shown.get(node.dataset.key).item));
  svg.addEventListener("click", (event) => {
    const node = event.target.closest("[data-key]");
    if (node) choose(shown.get(node.dataset.key).item);
  });

  return (size_px, items) => {
    if (size_px.width !== width) {
      width = size_px.width;
      svg.setAttribute("viewBox", `0 0 ${size_px.width} ${size_px.height}`);
      size();
    }
    const kept = new Set();
    for (const item of items) {
      const key = keyOf(item);
      kept.add(key);
      const known = shown.get(key) ?? add(svg, shown, key);
      known.item = item;
      draw(known.node, item);
    }
    for (const [key, { node }] of shown) {
      if (kept.has(key)) continue;
      node.remove();
      shown.delete(key);
    }
    if (!svg.querySelector("[tabindex='0']")) svg.querySelector("[data-key]")?.setAttribute("tabindex", "0");
  };
}

function add(svg, shown, key) {
  const node = drawing("g", { class: "thing", role: "button", tabindex: "-1", "data-key": key });
  node.append(drawing("polygon", { class: "thing__halo" }), drawing("polygon", { class: "thing__line" }), drawing("text"));
  svg.append(node);
  const known = { node, item: null };
  shown.set(key, known);
  return known;
}

function draw(node, item) {
  const points = item.corners.map((corner) => corner.map(Math.round).join(",")).join(" ");
  const x = item.corners.reduce((sum, corner) => sum + corner[0], 0) / item.corners.length;
  const y = item.corners.reduce((sum, corner) => sum + corner[1], 0) / item.corners.length;
  const [halo, line, label] = node.children;
  set(halo, "points", points);
  set(line, "points", points);
  set(label, "x", Math.round(x));
  set(label, "y", Math.round(y));
  if (label.textContent !== shortLabel(item)) label.textContent = shortLabel(item);
  set(node, "aria-label", nameOf(item));
  set(node, "class", `thing thing--${item.kind}${item.sure ? "" : " thing--doubt"}${item.held ? " thing--held" : ""}`);
  node.dataset.x = x;
  node.dataset.y = y;
}

function set(node, name, value) {
  if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

// One tab stop for all places; arrows go to the nearest one in that direction of the picture.
function connectKeys(svg, act) {
  const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  svg.addEventListener("keydown", (event) => {
    const from = event.target.closest("[data-key]");
    if (!from) return;
    if (ways[event.key]) nearest(from, [...svg.querySelectorAll("[data-key]")], ways[event.key])?.focus();
    else if (["Enter", " "].includes(event.key)) act(from);
    else return;
    event.preventDefault();
  });
  svg.addEventListener("focusin", (event) => {
    const focused = event.target.closest("[data-key]");
    for (const node of svg.querySelectorAll("[data-key]")) node.setAttribute("tabindex", node === focused ? "0" : "-1");
  });
}
