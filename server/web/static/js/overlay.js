// The photo's overlay: choose segments by finger, mouse or keys; light up what earns a row of the score.

/** Connect a fresh body; `view` keeps what is switched on across redraws. */
export function connectOverlay(body, view, choose) {
  const svg = body.querySelector("#overlay");
  const segments = [...svg.querySelectorAll(".seg")];
  for (const segment of segments) connectButton(segment, () => choose.segment(segment));
  for (const ghost of svg.querySelectorAll("[data-ghost]")) {
    connectButton(ghost, () => choose.ghost(Number(ghost.dataset.row), Number(ghost.dataset.col)));
  }
  connectArrows(svg, segments);
  connectSwitch(body.querySelector("[data-whole]"), view, "whole", () => {
    svg.setAttribute("viewBox", view.whole ? svg.dataset.full : svg.dataset.crop);
  });
  connectSwitch(body.querySelector("[data-add]"), view, "adding", () => {
    svg.classList.toggle("overlay--adding", view.adding);
  });
  connectRows(body, svg, view);
}

function connectButton(element, act) {
  element.addEventListener("click", act);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
}

function connectSwitch(button, view, name, apply) {
  if (!button) return;
  const show = () => {
    button.setAttribute("aria-pressed", String(view[name]));
    apply();
  };
  button.addEventListener("click", () => {
    view[name] = !view[name];
    show();
  });
  show();
}

// One tab stop for all segments; arrows go to the nearest one in that direction of the picture.
function connectArrows(svg, segments) {
  const ways = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
  svg.addEventListener("keydown", (event) => {
    const way = ways[event.key];
    const from = event.target.closest(".seg");
    if (!way || !from) return;
    event.preventDefault();
    nearest(from, segments, way)?.focus();
  });
  svg.addEventListener("focusin", (event) => {
    const focused = event.target.closest(".seg");
    if (focused) for (const segment of segments) segment.tabIndex = segment === focused ? 0 : -1;
  });
}

/** The segment nearest in a direction of the picture, by `data-x` and `data-y`; null at the end. */
export function nearest(from, segments, [right, down]) {
  let best = null;
  let least = Infinity;
  for (const segment of segments) {
    const dx = segment.dataset.x - from.dataset.x;
    const dy = segment.dataset.y - from.dataset.y;
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    const cost = along + 2 * aside;
    if (along > 0 && aside <= 2 * along && cost < least) [best, least] = [segment, cost];
  }
  return best;
}

function connectRows(body, svg, view) {
  const rows = [...body.querySelectorAll(".row")];
  const show = () => {
    const pressed = rows.find((row) => row.id === view.row && !row.disabled);
    const lit = new Set(pressed?.dataset.slots.split(" "));
    svg.classList.toggle("overlay--lit", Boolean(pressed));
    for (const row of rows) row.setAttribute("aria-pressed", String(row === pressed));
    for (const segment of svg.querySelectorAll(".seg")) segment.classList.toggle("seg--lit", lit.has(segment.dataset.key));
    for (const tag of svg.querySelectorAll("[data-tag]")) tag.classList.toggle("tag--lit", lit.has(tag.dataset.tag));
  };
  for (const row of rows) {
    row.addEventListener("click", () => {
      view.row = view.row === row.id ? null : row.id;
      show();
    });
  }
  show();
}
