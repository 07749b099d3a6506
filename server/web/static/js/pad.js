// The score pad: what is typed is saved at once and added up by the server.
import { ask, attempt } from "./api.js";
import { confirmed } from "./confirm.js";
import { connectSaving } from "./saving.js";
import { connectShare } from "./share.js";
import { upload } from "./upload.js";

const table = document.querySelector("[data-pad]");
const path = `/api/pads/${table.dataset.pad}`;

function show(pad) {
  for (const player of pad.players) {
    table.querySelector(`[data-received="${player.seat}"]`).value = `+${player.from_opponents}`;
    table.querySelector(`[data-final="${player.seat}"]`).value = player.final;
  }
  showWinners(pad);
}

function showWinners(pad) {
  const verdict = document.querySelector("[data-verdict]");
  const word = pad.winners.length > 1 ? verdict.dataset.many : verdict.dataset.one;
  for (const [index, player] of pad.players.entries()) {
    const wins = pad.winners.includes(index);
    table.querySelector(`[data-total-cell="${player.seat}"]`).classList.toggle("wins", wins);
    table.querySelector(`[data-won="${player.seat}"]`).textContent = wins ? word : "";
  }
  const names = pad.winners.map((index) => nameOf(pad.players[index]));
  verdict.textContent = names.length ? `${word}: ${names.join(", ")}` : "";
}

function nameOf(player) {
  return player.name || table.querySelector(`[data-name][data-seat="${player.seat}"]`).placeholder;
}

function connectPhotos() {
  const box = document.querySelector("[data-upload]");
  for (const input of table.querySelectorAll("[data-photo]")) {
    input.addEventListener("change", async () => {
      const file = input.files[0];
      if (!file) return;
      const scan = await upload(box, file, { pad: table.dataset.pad, seat: input.dataset.seat });
      input.value = "";
      if (scan) location.assign(`/scans/${scan.id}`);
    });
  }
}

function connectRest() {
  for (const button of document.querySelectorAll("[data-count]")) {
    button.addEventListener("click", attempt(async () => {
      await ask("PATCH", path, { players: Number(button.dataset.count) });
      location.reload();
    }));
  }
  document.querySelector("[data-delete]").addEventListener("click", attempt(async () => {
    if (!(await confirmed())) return;
    await ask("DELETE", path);
    location.assign("/");
  }));
}

connectSaving(table, path, show);
connectShare(path);
connectPhotos();
connectRest();
