// Requests to the JSON API; every failure is an Error whose message is fit to be shown, with `status` and `body`.
import { complain, text } from "./texts.js";

/** Ask the API; answers parsed JSON, or null without a body. */
export async function ask(method, path, body) {
  const options = { method, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const answer = await reach(path, options);
  if (!answer.ok) throw await refusal(answer);
  return answer.status === 204 ? null : answer.json();
}

/** An event handler that complains when what it does fails. */
export function attempt(action) {
  return async (event) => {
    try {
      await action(event);
    } catch (error) {
      complain(error.message);
    }
  };
}

/** The HTML of a part of a page. */
export async function part(path) {
  const answer = await reach(path, {});
  if (!answer.ok) throw new Error(text("failed"));
  return answer.text();
}

async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new Error(text("offline"));
  }
}

/** The Error of an answer that is none. */
export async function refusal(answer) {
  const body = await answer.json().catch(() => null);
  return Object.assign(new Error(body?.error ?? text("failed")), { status: answer.status, body });
}
