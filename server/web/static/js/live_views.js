// The parts of the live view that say something: whose turn, state, question, difference, cameras.
import { element, icon, resolution, toldOf } from "./live_shapes.js";
import { text } from "./texts.js";

const ICONS = {
  waiting: "eye", hand: "palm", reading: "names", agreed: "check", "in-doubt": "question", differs: "warning",
};
const find = (selector) => document.querySelector(selector);

// Draws a part anew only when what it shows has changed, so that focus and screen readers are left in peace.
function changed(box, shown) {
  const state = JSON.stringify(shown);
  if (box.dataset.shown === state) return false;
  box.dataset.shown = state;
  return true;
}

/** Whose turn it is, and what is left. */
export function showTurn({ turn, over, remaining, may }) {
  const name = find("[data-whose]");
  if (changed(name, [turn, over])) {
    const words = turn ? text("live_turn", { name: nameOf(turn) }) : over ? text("live_over") : text("live_before");
    name.replaceChildren(...(turn ? [element("span", `dot dot--${turn.colour}`)] : []), words);
  }
  find("[data-remaining]").textContent = remaining;
  find("[data-undo]").disabled = !may.undo;
}

/** The player's name, else the colour. */
export function nameOf({ name, colour }) {
  return name || find(`[data-colour="${colour}"]`)?.dataset.name || colour;
}

/** What the table is in, what is still to be done, and the way to the corners when nothing can be seen. */
export function showState({ state, text: words, pending, overlay }) {
  find("[data-state]").dataset.state = state;
  find("[data-state-text]").textContent = words;
  find("[data-state-icon]").setAttribute("href", `/static/icons.svg#${ICONS[state] ?? "warning"}`);
  const todo = find("[data-pending-list]");
  if (changed(todo, pending)) todo.replaceChildren(...pending.map((sentence) => element("li", "", sentence)));
  find("[data-pending]").hidden = pending.length === 0;
  find("[data-lead-find]").hidden = state !== "in-doubt" || overlay.length > 0;
}

/** A question with its answers; `answer(id, option)` is called by a button. */
export function showQuestion(question, answer) {
  const box = find("[data-question]");
  if (!changed(box, question)) return;
  const focused = box.contains(document.activeElement);
  box.hidden = question === null;
  find("[data-question-text]").textContent = question?.text ?? "";
  const buttons = (question?.options ?? []).map(({ option, text: words }) => {
    const button = element("button", "button", words);
    button.type = "button";
    button.addEventListener("click", () => answer(question.id, option));
    return button;
  });
  find("[data-options]").replaceChildren(...buttons);
  if (focused) (question ? box : find("#turn")).focus();
}

/** What differs from the game, and whether players may say that it is right. */
export function showDiffers({ differs, may }) {
  const box = find("[data-differs]");
  if (!changed(box, [differs, may.override])) return;
  const focused = box.contains(document.activeElement);
  box.hidden = differs === null && !may.override;
  find("[data-differs-text]").replaceChildren(...(differs ? toldOf(differs) : [text("live_as_it_lies")]));
  find("[data-override]").hidden = !may.override;
  if (focused && find("[data-override]").hidden) find("#turn").focus();
}

/** Each camera with its size and rate, and what is wrong with it; with several, which picture to show. */
export function showCameras({ sources }, shown, choose) {
  const list = find("[data-cameras]");
  if (!changed(list, [sources, shown])) return;
  list.replaceChildren(...sources.map(camera));
  const views = find("[data-views]");
  views.hidden = sources.length < 2;
  if (views.children.length === sources.length) {
    for (const [index, button] of [...views.children].entries()) button.setAttribute("aria-pressed", String(index === shown));
    return;
  }
  views.replaceChildren(...sources.map((source, index) => {
    const button = element("button", "button", text("live_view", { number: index + 1 }));
    button.type = "button";
    button.setAttribute("aria-pressed", String(index === shown));
    button.addEventListener("click", () => choose(index));
    return button;
  }));
}

// A camera is known by its number only; addresses and paths speak for themselves.
function named(source) {
  return /^\d+$/.test(source) ? text("live_camera", { source }) : source;
}

function camera({ source, state, text: trouble, width_px: width, height_px: height, fps, residual_px: residual }) {
  const item = element("li", `camera camera--${state}`);
  item.append(icon(state === "ok" ? "live" : "warning"), element("span", "camera__text", trouble || named(source)));
  if (!width) return item;
  const facts = resolution(width, height, fps);
  const fit = residual === null ? facts : text("live_fit", { facts, residual: Math.round(residual) });
  item.append(element("span", "camera__facts", fit));
  return item;
}
