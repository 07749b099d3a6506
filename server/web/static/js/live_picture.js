// The picture: one request at a time and always for the newest frame, so that a slow line only skips frames.
const PATIENCE_MS = 10000;

/** Answers a function that wants the picture of a path shown in `image`; `shown` is called when there is one. */
export function connectPicture(image, shown) {
  let wanted = null;
  let present = null;
  let busy = false;

  async function next() {
    if (busy || document.hidden || wanted === present) return;
    busy = true;
    const path = wanted;
    try {
      await load(image, path);
      present = path;
      shown();
    } catch (error) {
      if (!["TypeError", "TimeoutError", "EncodingError"].includes(error.name)) throw error;
      present = null;
    } finally {
      busy = false;
    }
    if (present !== null) next();
  }

  document.addEventListener("visibilitychange", next);
  return (path) => {
    wanted = path;
    next();
  };
}

async function load(image, path) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`);
  const before = image.src;
  image.src = URL.createObjectURL(await answer.blob());
  await image.decode();
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
}
