// The feed, newest first: what was told, its verdict in words, and the ids of the rules in it.
import { element, icon, toldOf } from "./live_shapes.js";
import { text } from "./texts.js";

const VERDICTS = {
  legal: ["check", () => text("live_legal")],
  illegal: ["warning", () => text("live_illegal")],
  unsure: ["question", () => text("live_unsure")],
};
const TAKEN_BACK = ["undo", () => text("live_taken_back")];

/** Show the feed of a snapshot; only what changed is drawn anew. */
export function showFeed(list, empty, feed) {
  const known = new Map([...list.children].map((item) => [item.dataset.shown, item]));
  const items = [...feed].reverse().map((entry) => {
    const state = JSON.stringify(entry);
    return known.get(state) ?? draw(entry, state);
  });
  const same = items.length === list.children.length && items.every((item, index) => item === list.children[index]);
  if (!same) list.replaceChildren(...items);
  list.hidden = items.length === 0;
  empty.hidden = items.length > 0;
}

function draw(entry, state) {
  const item = element("li", `entry entry--${entry.taken_back ? "back" : (entry.verdict ?? entry.type)}`);
  item.dataset.shown = state;
  const words = element("span", "entry__text");
  words.append(...toldOf(entry));
  item.append(words);
  if (!entry.verdict) return item;
  const [sign, word] = entry.taken_back ? TAKEN_BACK : VERDICTS[entry.verdict];
  const verdict = element("span", "entry__verdict");
  verdict.append(icon(sign), word());
  item.append(verdict);
  return item;
}

/** What a screen reader is told of an entry. */
export function spoken(entry) {
  return entry.verdict ? `${entry.text}, ${VERDICTS[entry.verdict][1]()}` : entry.text;
}
