// Asks before something is deleted for good.
const dialog = document.getElementById("confirm");

/** Whether the player said yes to the page's question, or to one of several that the page has. */
export function confirmed(question) {
  if (question) dialog.querySelector("p").textContent = question;
  dialog.returnValue = "no";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}
