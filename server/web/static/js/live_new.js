// The set-up at the table: cameras, and a new game or one that goes on.
import { ask } from "./api.js";
import { connectSources } from "./live_sources.js";
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
  await ask("POST", "/api/live", { game, sources });
  location.assign("/live");
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
