// A new game that is kept by hand.
import { attempt } from "./api.js";
import { connectSetup, newGame } from "./setup_form.js";

const form = document.querySelector("[data-setup]");
const start = attempt(async () => {
  const game = await newGame(form);
  location.assign(`/games/${game.id}`);
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});
connectSetup(form);
