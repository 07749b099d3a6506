// The page's own words for scripts, in the language of the page.
const table = JSON.parse(document.getElementById("texts").textContent);

/** The text of a key with its {values} filled in. */
export function text(key, values = {}) {
  return table[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Let a screen reader say something. */
export function announce(message) {
  document.getElementById("announce").textContent = message;
}
