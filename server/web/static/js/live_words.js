// What crystals are called for short, in the language of the page.
const words = JSON.parse(document.getElementById("words").textContent);

/** "Ru" for ruby, "?" for what cannot be told. */
export function shortName(name) {
  return words[name] ?? "?";
}
