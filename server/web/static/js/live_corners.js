// Four corners tapped on a picture, moved by finger or by arrow keys.
import { drawing } from "./live_shapes.js";
import { text } from "./texts.js";

const NAMES = [text("live_far_left"), text("live_far_right"), text("live_near_right"), text("live_near_left")];
// Where a corner is put by keyboard, as shares of the picture, to be moved from there.
const FIRST_PLACES = [[0.35, 0.35], [0.65, 0.35], [0.65, 0.65], [0.35, 0.65]];
const HANDLE_PX = 14;
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAST = 10;

/** Connect a box, `changed(all)` hears of every change; answers `{open(url, width, height), corners()}`: four [x, y] in pixels of the frame, or null. */
export function connectCorners(box, changed) {
  const image = box.querySelector("[data-corners-picture]");
  const svg = box.querySelector("[data-handles]");
  const next = box.querySelector("[data-next]");
  let size = [1, 1];
  let corners = [];

  function pointOf(event) {
    const frame = image.getBoundingClientRect();
    return within([(event.clientX - frame.left) / frame.width * size[0], (event.clientY - frame.top) / frame.height * size[1]]);
  }

  function within([x, y]) {
    return [Math.min(Math.max(Math.round(x), 0), size[0]), Math.min(Math.max(Math.round(y), 0), size[1])];
  }

  function placed() {
    return corners.length === NAMES.length ? corners : null;
  }

  function draw() {
    const scale = size[0] / Math.max(image.clientWidth, 1);
    svg.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    svg.style.setProperty("--label", `${13 * scale}px`);
    const area = drawing("polygon", { class: "corners__area", points: corners.join(" ") });
    const focused = document.activeElement?.dataset?.corner;
    svg.replaceChildren(area, ...corners.map((corner, index) => handle(corner, index, scale)));
    if (focused !== undefined) svg.querySelector(`[data-corner="${focused}"]`)?.focus({ preventScroll: true });
    const wanted = NAMES[corners.length];
    next.textContent = wanted
      ? text("live_tap_corner", { number: corners.length + 1, corner: wanted })
      : text("live_corners_done");
    changed(placed() !== null);
  }

  function handle([x, y], index, scale) {
    const label = text("live_corner", { corner: NAMES[index], x, y });
    const made = drawing("g", { class: "corner", tabindex: "0", role: "button", "aria-label": label, "data-corner": index });
    const number = drawing("text", { x, y });
    number.textContent = index + 1;
    made.append(drawing("circle", { cx: x, cy: y, r: HANDLE_PX * scale }), number);
    return made;
  }

  function move(index, point) {
    corners[index] = within(point);
    draw();
  }

  image.addEventListener("click", (event) => {
    if (corners.length < NAMES.length) move(corners.length, pointOf(event));
  });
  image.addEventListener("keydown", (event) => {
    if (!["Enter", " "].includes(event.key) || corners.length === NAMES.length) return;
    event.preventDefault();
    const index = corners.length;
    move(index, FIRST_PLACES[index].map((share, axis) => share * size[axis]));
    svg.querySelector(`[data-corner="${index}"]`).focus();
  });
  svg.addEventListener("pointerdown", (event) => {
    const held = event.target.closest("[data-corner]");
    if (!held) return;
    event.preventDefault();
    svg.setPointerCapture(event.pointerId);
    const index = Number(held.dataset.corner);
    const drag = (moved) => move(index, pointOf(moved));
    svg.addEventListener("pointermove", drag);
    svg.addEventListener("lostpointercapture", () => svg.removeEventListener("pointermove", drag), { once: true });
  });
  svg.addEventListener("keydown", (event) => {
    const index = event.target.closest("[data-corner]")?.dataset.corner;
    const step = STEPS[event.key];
    if (index === undefined || !step) return;
    event.preventDefault();
    const far = event.shiftKey ? FAST : 1;
    const [x, y] = corners[index];
    move(Number(index), [x + far * step[0], y + far * step[1]]);
  });
  box.querySelector("[data-corners-again]").addEventListener("click", () => {
    corners = [];
    draw();
  });
  new ResizeObserver(draw).observe(image);

  return {
    open(url, width, height) {
      image.src = url;
      size = [width, height];
      [image.width, image.height] = size;
      draw();
    },
    corners: placed,
  };
}
