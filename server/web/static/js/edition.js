// The data of one's own copy: another row below a table that may grow.
for (const button of document.querySelectorAll("[data-more]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const body = document.querySelector(`[data-rows="${button.dataset.more}"] tbody`);
    const row = body.lastElementChild.cloneNode(true);
    const number = body.rows.length;
    row.id = `${button.dataset.more}-${number}`;
    row.classList.remove("wrong");
    for (const field of row.querySelectorAll("[name]")) {
      field.name = field.name.replace(/-\d+-/, `-${number}-`);
      field.setAttribute("aria-label", field.getAttribute("aria-label").replace(/\d+$/, String(number + 1)));
      if (field.type === "checkbox") field.checked = false;
      else if (field.matches("select")) field.selectedIndex = 0;
      else field.value = "";
    }
    body.append(row);
    row.querySelector("[name]").focus();
  });
}
// A table with a mistake is opened already; go there.
document.querySelector(".wrong")?.scrollIntoView({ block: "center" });
