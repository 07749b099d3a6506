// One kept game: every move goes to the API, then the page's body comes anew; a refusal is told with its rule.
import { ask, attempt, part } from "./api.js";
import { confirmed } from "./confirm.js";
import { announce } from "./texts.js";

const body = document.getElementById("body");
const dialog = document.getElementById("ask");
const path = `/api/games/${body.dataset.game}`;
const seat = body.dataset.seat === "" ? "" : `?seat=${body.dataset.seat}`;
let busy = false;

function seen() {
  return Number(document.getElementById("turn").dataset.events);
}

async function send(address, content) {
  if (busy) return;
  busy = true;
  try {
    await ask("POST", `${path}/${address}${seat}`, { ...content, after: seen() });
    await redraw();
  } catch (error) {
    refuse(error.message);
  } finally {
    busy = false;
  }
}

// The focus returns with the new body in one task; what is gone leaves it with the line that says whose turn it is.
async function redraw() {
  const html = await part(`/games/${body.dataset.game}/body${seat}`);
  const focused = document.activeElement;
  const inside = body.contains(focused);
  body.innerHTML = html;
  markTargets();
  if (inside) (document.getElementById(focused.id) ?? document.getElementById("turn")).focus({ preventScroll: true });
  announce(document.getElementById("turn").innerText);
}

function refuse(message) {
  const box = document.getElementById("refusal");
  box.textContent = message;
  box.hidden = false;
  box.scrollIntoView({ block: "nearest" });
}

function optionsFor(target) {
  return [...body.querySelectorAll("[data-line]")].filter((option) => option.dataset.for === target);
}

function markTargets() {
  for (const element of body.querySelectorAll("[data-target]")) {
    const legal = optionsFor(element.dataset.target).length > 0;
    element.classList.toggle("legal", legal);
    if (!legal || element.hasAttribute("tabindex")) continue;
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
  }
}

async function choose(option) {
  const filled = await fillIn(option);
  if (filled !== null) await send("moves", { line: filled });
}

/** The option's line with its gaps filled in by the player; null when they think again. */
async function fillIn(option) {
  const fills = [...option.querySelectorAll("[data-fill]")];
  if (!fills.length) return option.dataset.line;
  const fields = fills.map((fill) => {
    const label = document.createElement("label");
    const select = document.createElement("select");
    select.className = "field";
    for (const value of fill.querySelectorAll("[data-value]")) {
      select.append(new Option(value.textContent, value.dataset.value));
    }
    label.append(fill.dataset.label, select);
    return { name: fill.dataset.fill, label, select };
  });
  if (!(await answered(fields.map((field) => field.label), true))) return null;
  const values = Object.fromEntries(fields.map((field) => [field.name, field.select.value]));
  return option.dataset.line.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function answered(elements, withDone) {
  dialog.querySelector("[data-ask]").replaceChildren(...elements);
  dialog.querySelector("[data-ask-done]").hidden = !withDone;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

async function oneOf(options) {
  let chosen = null;
  const buttons = options.map((option) => {
    const button = option.cloneNode(true);
    button.removeAttribute("id");
    button.addEventListener("click", () => {
      chosen = option;
      dialog.close("yes");
    });
    return button;
  });
  await answered(buttons, false);
  return chosen;
}

async function touch(element) {
  const options = optionsFor(element.dataset.target);
  if (options.length === 0) {
    if (element.dataset.try) await send("moves", { line: element.dataset.try });
    return;
  }
  const option = options.length === 1 ? options[0] : await oneOf(options);
  if (option) await choose(option);
}

function act(event) {
  const option = event.target.closest("[data-line]");
  const target = event.target.closest("[data-target]");
  if (option) choose(option);
  else if (event.target.closest("[data-undo]")) send("undo", {});
  else if (target) touch(target);
}

body.addEventListener("click", act);
// A form of the board, such as the result of a card, goes to the address that it names.
body.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-send]");
  if (!form) return;
  event.preventDefault();
  send(form.dataset.send, { entered: Object.fromEntries(new FormData(form)) });
});
body.addEventListener("keydown", (event) => {
  if (!["Enter", " "].includes(event.key) || !event.target.matches("[data-target]")) return;
  event.preventDefault();
  touch(event.target);
});
document.querySelector("[data-delete]").addEventListener("click", attempt(async () => {
  if (!(await confirmed())) return;
  await ask("DELETE", path);
  location.assign("/");
}));
markTargets();
