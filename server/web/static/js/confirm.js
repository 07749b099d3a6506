// Asks before something is deleted for good.
const dialog = document.getElementById("confirm");

/** Whether the player said yes. */
export function confirmed() {
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
