// The cameras of this computer with a picture of each, and other sources that were typed in.
import { ask } from "./api.js";
import { resolution } from "./live_shapes.js";
import { text } from "./texts.js";

const PREVIEW_PAUSE_MS = 1500;

/** Connect the list; answers a function that names the chosen sources, the first chosen first. */
export function connectSources(form) {
  const list = form.querySelector("[data-sources]");
  form.querySelector("[data-again]").addEventListener("click", () => look(form, list));
  const address = form.querySelector("[data-address]");
  const add = () => {
    const source = address.value.trim();
    if (source) show(list, { source, name: source }, true);
    address.value = "";
  };
  form.querySelector("[data-add]").addEventListener("click", add);
  address.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  });
  look(form, list);
  return () => {
    if (address.value.trim()) add();
    return [...list.querySelectorAll("input:checked")].map((box) => box.value);
  };
}

async function look(form, list) {
  const looking = form.querySelector("[data-looking]");
  const none = form.querySelector("[data-no-camera]");
  looking.hidden = false;
  none.hidden = true;
  try {
    const { cameras } = await ask("GET", "/api/live/cameras");
    const chosen = new Set([...list.querySelectorAll("input:checked")].map((box) => box.value));
    for (const item of list.querySelectorAll("[data-camera]")) item.remove();
    const first = chosen.size === 0 ? cameras[0]?.source : undefined;
    for (const camera of cameras) show(list, camera, camera.source === first || chosen.has(camera.source)).dataset.camera = "";
    none.hidden = cameras.length > 0;
  } catch (error) {
    none.textContent = error.message;
    none.hidden = false;
  } finally {
    looking.hidden = true;
  }
}

function show(list, camera, chosen) {
  const known = [...list.querySelectorAll("input")].find((box) => box.value === camera.source);
  if (known) {
    known.checked = true;
    return known.closest("li");
  }
  const item = document.createElement("li");
  const label = document.createElement("label");
  label.className = "source";
  const box = Object.assign(document.createElement("input"), { type: "checkbox", value: camera.source, checked: chosen });
  const what = Object.assign(document.createElement("span"), { className: "source__what" });
  const name = Object.assign(document.createElement("b"), { textContent: camera.name });
  const facts = Object.assign(document.createElement("small"), { className: "quiet" });
  if (camera.width_px) facts.textContent = factsOf(camera);
  what.append(name, facts);
  const picture = Object.assign(document.createElement("img"), { alt: text("live_preview", { name: camera.name }), hidden: true });
  const problem = Object.assign(document.createElement("p"), { className: "problem", hidden: true });
  label.append(box, what, picture, problem);
  item.append(label);
  list.append(item);
  preview(box, picture, problem);
  return item;
}

function factsOf(camera) {
  return resolution(camera.width_px, camera.height_px, camera.fps);
}

// A moving picture of a chosen source, one request after the other, as long as it is in the list.
async function preview(box, picture, problem) {
  while (box.isConnected) {
    if (box.checked && !document.hidden) {
      try {
        const { href } = await previewOf(box.value);
        const before = picture.src;
        picture.src = href;
        picture.hidden = false;
        problem.hidden = true;
        if (before) URL.revokeObjectURL(before);
      } catch (error) {
        problem.textContent = error.message;
        problem.hidden = false;
        picture.hidden = true;
      }
    } else if (!box.checked) {
      picture.hidden = true;
      problem.hidden = true;
    }
    await new Promise((resolve) => setTimeout(resolve, PREVIEW_PAUSE_MS));
  }
}

/** A picture of a source: `href`, and `width` and `height` of the whole frame in pixels. */
export async function previewOf(source) {
  const path = `/api/live/cameras/preview.jpg?source=${encodeURIComponent(source)}`;
  let answer;
  try {
    answer = await fetch(path, { headers: { Accept: "image/jpeg, application/json" } });
  } catch {
    throw new Error(text("offline"));
  }
  if (!answer.ok) throw new Error((await answer.json().catch(() => null))?.error ?? text("failed"));
  const [width, height] = answer.headers.get("X-Frame-Size").split("x").map(Number);
  return { href: URL.createObjectURL(await answer.blob()), width, height };
}
