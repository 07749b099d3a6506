// Shares the pad's picture where the browser can; else the download links remain.

/** Show the button where pictures can be shared. */
export function connectShare(path) {
  const button = document.querySelector("[data-share]");
  const sample = new File([""], "pad.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [sample] })) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const picture = await (await fetch(`${path}/export.png`)).blob();
    const file = new File([picture], "crystalla.png", { type: "image/png" });
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  });
}
