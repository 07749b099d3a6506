// The set-up of a game: how many play, who sits where, who starts.
import { ask, attempt } from "./api.js";

const form = document.querySelector("[data-setup]");
const seats = [...form.querySelectorAll("[data-seat]")];
const counts = [...form.querySelectorAll("[data-count]")];

for (const button of counts) {
  button.addEventListener("click", () => {
    for (const other of counts) other.setAttribute("aria-pressed", String(other === button));
    seats.forEach((seat, index) => (seat.hidden = index >= Number(button.dataset.count)));
    const starter = form.querySelector("[name=starter]:checked");
    if (starter.closest("[data-seat]").hidden) form.querySelector("[name=starter]").checked = true;
  });
}

// A colour that somebody takes goes to them; who had it gets theirs.
for (const select of form.querySelectorAll("[name=colour]")) {
  let before = select.value;
  select.addEventListener("focus", () => (before = select.value));
  select.addEventListener("change", () => {
    const others = [...form.querySelectorAll("[name=colour]")].filter((other) => other !== select);
    const same = others.find((other) => other.value === select.value);
    if (same) same.value = before;
    before = select.value;
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  start();
});

const start = attempt(async () => {
  const playing = seats.filter((seat) => !seat.hidden);
  const answers = {};
  for (const choice of form.querySelectorAll("[data-choice]")) answers[choice.dataset.choice] = choice.value;
  const game = await ask("POST", "/api/games", {
    game: form.dataset.game,
    seats: playing.map((seat) => ({
      name: seat.querySelector("[name=name]").value.trim(),
      colour: seat.querySelector("[name=colour]").value,
    })),
    starter: Number(form.querySelector("[name=starter]:checked").value),
    dealing: (form.querySelector("[name=dealing]:checked") ?? form.querySelector("[name=dealing]")).value,
    answers,
  });
  location.assign(`/games/${game.id}`);
});

// Nothing can be entered before this script listens: a form sent without it would only lose what was typed.
form.querySelector("[data-ready]").disabled = false;
