// Home: a chosen photo is sent at once.
import { upload } from "./upload.js";

const form = document.querySelector("form[data-upload]");
for (const input of form.querySelectorAll("input[type=file]")) {
  input.addEventListener("change", async () => {
    const file = input.files[0];
    if (!file) return;
    const scan = await upload(form, file);
    input.value = "";
    if (scan) location.assign(`/scans/${scan.id}${form.dataset.query}`);
  });
}
