// The page's own words for scripts, in the language of the page.
const table = JSON.parse(document.getElementById("texts").textContent);

/** The text of a key with its {values} filled in. */
export function text(key, values = {}) {
  return table[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The text of `key.one` or `key.other`, as the page's language counts. */
export function plural(key, count, values = {}) {
  const form = new Intl.PluralRules(document.documentElement.lang).select(count) === "one" ? "one" : "other";
  return text(`${key}.${form}`, values);
}

const COMPLAINT_MS = 8000;
let ending = null;

/** Show that something did not work, for a while. */
export function complain(message) {
  const box = document.getElementById("complaint");
  // In an open dialog, since everything outside one is neither seen nor heard.
  (document.querySelector("dialog[open]") ?? document.body).append(box);
  box.textContent = message;
  box.hidden = false;
  clearTimeout(ending);
  ending = setTimeout(() => (box.hidden = true), COMPLAINT_MS);
}

/** Let a screen reader say something. */
export function announce(message) {
  document.getElementById("announce").textContent = message;
}
