// Saves each field of the pad as it is typed, one request at a time, and tries again until it is kept.
import { ask } from "./api.js";
import { text } from "./texts.js";

const PAUSE_MS = 250;
const AGAIN_MS = 3000;

/** Connect all fields; `show` gets the pad as added up by the server. */
export function connectSaving(table, path, show) {
  const waiting = new Map();
  const status = document.querySelector("[data-saved]");
  let timer = null;
  let busy = false;

  function say(key, bad = false) {
    status.textContent = text(key);
    status.classList.toggle("saved--bad", bad);
  }

  function later(pause) {
    clearTimeout(timer);
    timer = setTimeout(flush, pause);
  }

  async function flush() {
    if (busy || waiting.size === 0) return;
    busy = true;
    const [seat, change] = waiting.entries().next().value;
    waiting.delete(seat);
    try {
      show(await ask("PATCH", `${path}/players/${seat}`, change));
      if (waiting.size === 0) say("saved");
      later(0);
    } catch {
      // What was typed since is newer than what failed.
      waiting.set(seat, merged(change, waiting.get(seat) ?? {}));
      say("unsaved", true);
      later(AGAIN_MS);
    } finally {
      busy = false;
    }
  }

  table.addEventListener("input", (event) => {
    const change = changeOf(event.target);
    if (!change) return;
    const { seat } = event.target.dataset;
    waiting.set(seat, merged(waiting.get(seat) ?? {}, change));
    say("saving");
    later(PAUSE_MS);
  });
  window.addEventListener("beforeunload", (event) => waiting.size > 0 && event.preventDefault());
}

function merged(older, newer) {
  const both = { ...older, ...newer };
  if (older.entered || newer.entered) both.entered = { ...older.entered, ...newer.entered };
  return both;
}

function changeOf(input) {
  if ("name" in input.dataset) return { name: input.value };
  if (!("field" in input.dataset)) return null;
  const value = input.value.trim();
  const limit = Number(input.dataset.limit);
  const valid = /^\d*$/.test(value) && Number(value) <= limit;
  input.setAttribute("aria-invalid", String(!valid));
  input.title = valid ? "" : text("points_only", { limit });
  return valid ? { entered: { [input.dataset.field]: value === "" ? null : Number(value) } } : null;
}
