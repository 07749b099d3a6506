// Sends a photo with visible progress; XMLHttpRequest, since fetch cannot tell how much has been sent.
import { text } from "./texts.js";

/** Show progress and problems in `box` while the photo becomes a scan; answers the scan, or null after a problem. */
export async function upload(box, file, fields = {}) {
  const view = viewOf(box);
  const tooMuch = tooLarge(file, Number(box.dataset.maxBytes));
  if (tooMuch) {
    view.problem(tooMuch);
    return null;
  }
  view.start();
  try {
    return await send(file, fields, view);
  } catch (error) {
    view.problem(error.message);
    return null;
  }
}

/** Why a file of more than `limit` bytes is not sent; nothing for a smaller one. */
export function tooLarge(file, limit) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
  return file.size > limit ? text("too_large", { size: megabytes(file.size), limit: megabytes(limit) }) : "";
}

function send(file, fields, view) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("photo", file);
  const request = new XMLHttpRequest();
  request.responseType = "json";
  request.upload.onprogress = (event) => event.lengthComputable && view.sent(event.loaded / event.total);
  request.upload.onload = () => view.reading();
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new Error(text("offline")));
    request.onload = () => {
      if (request.status === 201) resolve(request.response);
      else reject(new Error(request.response?.error ?? text("failed")));
    };
    request.open("POST", "/api/scans");
    request.setRequestHeader("Accept", "application/json");
    request.send(form);
  });
}

function viewOf(box) {
  const progress = box.querySelector("[data-progress]");
  const bar = box.querySelector("[data-progress-bar]");
  const words = box.querySelector("[data-progress-text]");
  const problem = box.querySelector("[data-problem]");
  return {
    start() {
      problem.hidden = true;
      progress.hidden = false;
      bar.value = 0;
      words.textContent = text("uploading");
    },
    sent(share) {
      bar.value = Math.round(100 * share);
    },
    reading() {
      bar.removeAttribute("value");
      words.textContent = text("reading");
    },
    problem(message) {
      progress.hidden = true;
      problem.hidden = false;
      problem.textContent = message;
      box.querySelector("[data-hints]")?.setAttribute("open", "");
    },
  };
}
