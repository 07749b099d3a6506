// Where the camera does not find the table by itself: the corners of the piles by tap, and how well they fit.
import { connectCorners } from "./live_corners.js";

const sheet = document.getElementById("corners");
const refused = sheet.querySelector("[data-residual]");
const use = sheet.querySelector("[data-corners-use]");
const taps = connectCorners(sheet, (all) => {
  use.disabled = !all;
  refused.hidden = true;
});
let send = null;

/** Open over a picture, `{href, width, height}`; `watch(corners)` fails with the residual while they do not fit. */
export function openCorners({ href, width, height }, watch) {
  send = watch;
  taps.open(href, width, height);
  sheet.showModal();
}

use.addEventListener("click", async () => {
  use.disabled = true;
  refused.hidden = true;
  try {
    await send(taps.corners());
    sheet.close();
  } catch (error) {
    refused.textContent = error.message;
    refused.hidden = false;
  } finally {
    use.disabled = false;
  }
});
sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
