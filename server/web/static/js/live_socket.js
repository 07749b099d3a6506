// Follows the table: the newest snapshot over a WebSocket, which is opened again whenever it breaks.
import { ask } from "./api.js";

const PAUSES_MS = [500, 1000, 2000, 4000];
const NOT_WATCHED = 404;

/** Calls `view.show(snapshot)`, `view.lost(message)` while nobody answers, and `view.gone()` when nothing is watched. */
export function follow(view) {
  let failures = 0;
  let timer = null;
  let socket = null;

  function later() {
    clearTimeout(timer);
    timer = setTimeout(start, PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)]);
    failures += 1;
  }

  // Asked before the socket is opened: only an answer tells "not watched" and "not paired" from "not reached".
  async function start() {
    clearTimeout(timer);
    try {
      view.show(await ask("GET", "/api/live"));
      open();
    } catch (error) {
      if (error.status === NOT_WATCHED) view.gone();
      else view.lost(error.message);
      later();
    }
  }

  function open() {
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/live/socket`);
    socket.onmessage = (event) => {
      failures = 0;
      view.show(JSON.parse(event.data));
    };
    socket.onclose = () => {
      socket = null;
      later();
    };
  }

  function hurry() {
    if (socket !== null) return;
    failures = 0;
    start();
  }

  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", () => !document.hidden && hurry());
  start();
}
