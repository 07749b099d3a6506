// Small pieces of HTML and SVG that the live pages are made of.
import { plural } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element with a class and a text. */
export function element(tag, className, content = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = content;
  return made;
}

/** An SVG element with attributes. */
export function drawing(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** An icon of `icons.svg`. */
export function icon(name) {
  const made = drawing("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" });
  made.append(drawing("use", { href: `/static/icons.svg#${name}` }));
  return made;
}

/** A text with the ids of rules in it set apart ("CR-32: no step goes straight back"). */
export function toldOf({ text, rules }) {
  const parts = rules.length ? text.split(new RegExp(`\\b(${rules.join("|")})\\b:?`)) : [text];
  return parts.map((part) => (rules.includes(part) ? element("code", "rule", part) : part));
}

/** Real size of a camera's pictures, and how many come in a second. */
export function resolution(width, height, rate) {
  const fps = Math.round(rate);
  return plural("live_resolution", fps, { width, height, fps });
}
