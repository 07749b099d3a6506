// The set-up at the table: cameras, and a new game or one that goes on.
import { ask } from "./api.js";
import { openCorners } from "./live_find.js";
import { connectSources, previewOf } from "./live_sources.js";
import { connectSetup, newGame } from "./setup_form.js";
import { text } from "./texts.js";

const form = document.querySelector("[data-setup]");
const fresh = form.querySelector("[data-new-game]");
const refused = form.querySelector("[data-refused]");
const begin = form.querySelector("[data-start]");
const chosen = connectSources(form);
let started = null;

function keptGame() {
  return form.querySelector("[name=kept]:checked")?.value || started;
}

// A game is begun once: when the camera then gives no picture, the next try watches the same game.
async function start() {
  const sources = chosen();
  if (!sources.length) throw new Error(text("live_no_source"));
  let game = keptGame();
  if (!game) {
    started = game = (await newGame(form)).id;
    fresh.hidden = true;
  }
  const watch = async (corners) => {
    await ask("POST", "/api/live", { game, sources, corners });
    location.assign("/live");
  };
  try {
    await watch(null);
  } catch (error) {
    if (error.body?.code !== "live-not-found") throw error;
    openCorners(await previewOf(sources[0]), watch);
    throw error;
  }
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  begin.disabled = true;
  refused.hidden = true;
  try {
    await start();
  } catch (error) {
    refused.textContent = error.message;
    refused.hidden = false;
    refused.scrollIntoView({ block: "nearest" });
  } finally {
    begin.disabled = false;
  }
});
for (const radio of form.querySelectorAll("[name=kept]")) {
  radio.addEventListener("change", () => (fresh.hidden = Boolean(keptGame())));
}
connectSetup(form);
ask("GET", "/api/live").then(
  () => (document.querySelector("[data-running]").hidden = false),
  () => {}, // Nothing is watched, which is why people come here.
);
