// Where the camera does not find the table by itself: the corners of the piles by tap, and how well they fit.
import { ask } from "./api.js";
import { connectCorners } from "./live_corners.js";
import { complain, text } from "./texts.js";

const sheet = document.getElementById("corners");
const residual = sheet.querySelector("[data-residual]");
const use = sheet.querySelector("[data-corners-use]");
const taps = connectCorners(sheet, (all) => {
  use.disabled = !all;
  residual.hidden = true;
});
let source = 0;

/** Open over the picture of source number `index`; `picture` is `{href, width, height}`. */
export function openCorners(index, { href, width, height }) {
  source = index;
  taps.open(href, width, height);
  sheet.showModal();
}

function told({ fits, residual_px: px, cards }) {
  if (cards === 0) return text("live_no_card");
  return fits ? text("live_fits", { residual: px, cards }) : text("live_misfits", { residual: px, cards });
}

use.addEventListener("click", async () => {
  use.disabled = true;
  try {
    const fitted = await ask("POST", "/api/live/corners", { source, corners: taps.corners() });
    residual.textContent = told(fitted);
    residual.classList.toggle("problem", !fitted.fits);
    residual.hidden = false;
  } catch (error) {
    complain(error.message);
  } finally {
    use.disabled = false;
  }
});
sheet.querySelector("[data-close]").addEventListener("click", () => sheet.close());
