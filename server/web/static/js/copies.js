// Your copies: a chosen file is taken in at once, and a copy is only deleted after a question.
import { ask, attempt, refusal } from "./api.js";
import { confirmed } from "./confirm.js";
import { text } from "./texts.js";
import { tooLarge } from "./upload.js";

const form = document.querySelector("form[data-copy-file]");
const file = form.querySelector("input[type=file]");
const problem = form.querySelector("[data-problem]");
const rename = form.querySelector("[data-rename]");

async function takeIn() {
  problem.hidden = true;
  try {
    await send();
    location.assign("/copies");
  } catch (error) {
    problem.textContent = error.message;
    problem.hidden = false;
    // The file stays chosen, so that another name is all that is asked for.
    rename.hidden = error.body?.code !== "copy-exists";
    if (rename.hidden) file.value = "";
    else rename.querySelector("input").focus();
  }
}

async function send() {
  const tooMuch = tooLarge(file.files[0], Number(form.dataset.maxBytes));
  if (tooMuch) throw new Error(tooMuch);
  const body = new FormData(form);
  const answer = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" }, body })
    .catch(() => { throw new Error(text("offline")); });
  if (!answer.ok) throw await refusal(answer);
}

file.addEventListener("change", () => file.files[0] && takeIn());
form.addEventListener("submit", (event) => {
  event.preventDefault();
  takeIn();
});

for (const button of document.querySelectorAll("[data-delete]")) {
  button.addEventListener("click", attempt(async () => {
    if (!(await confirmed(button.dataset.question))) return;
    await ask("DELETE", `/api/copies?name=${encodeURIComponent(button.dataset.delete)}`);
    location.reload();
  }));
}
