// The set-up of a game: how many play, who sits where, who starts.
import { ask } from "./api.js";

/** Connect the fields, and let them be filled in: without this script what was typed would only be lost. */
export function connectSetup(form) {
  const seats = seatsOf(form);
  const counts = [...form.querySelectorAll("[data-count]")];
  for (const button of counts) {
    button.addEventListener("click", () => {
      for (const other of counts) other.setAttribute("aria-pressed", String(other === button));
      seats.forEach((seat, index) => (seat.hidden = index >= Number(button.dataset.count)));
      const starter = form.querySelector("[name=starter]:checked");
      if (starter.closest("[data-seat]").hidden) form.querySelector("[name=starter]").checked = true;
    });
  }
  connectColours(form);
  form.querySelector("[data-ready]").disabled = false;
}

// A colour that somebody takes goes to them; who had it gets theirs.
function connectColours(form) {
  const selects = [...form.querySelectorAll("[name=colour]")];
  for (const select of selects) {
    let before = select.value;
    select.addEventListener("focus", () => (before = select.value));
    select.addEventListener("change", () => {
      const same = selects.find((other) => other !== select && other.value === select.value);
      if (same) same.value = before;
      before = select.value;
    });
  }
}

/** Start the game that the fields describe. */
export function newGame(form) {
  const answers = {};
  for (const choice of form.querySelectorAll("[data-choice]")) answers[choice.dataset.choice] = choice.value;
  return ask("POST", "/api/games", {
    game: form.dataset.game,
    seats: seatsOf(form).filter((seat) => !seat.hidden).map((seat) => ({
      name: seat.querySelector("[name=name]").value.trim(),
      colour: seat.querySelector("[name=colour]").value,
    })),
    starter: Number(form.querySelector("[name=starter]:checked").value),
    dealing: (form.querySelector("[name=dealing]:checked") ?? form.querySelector("[name=dealing]")).value,
    answers,
  });
}

function seatsOf(form) {
  return [...form.querySelectorAll("[data-seat]")];
}
