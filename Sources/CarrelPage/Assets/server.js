// Asking the server for parts of pages, and to do things.

const token = () => document.querySelector('meta[name="carrel-token"]');

/** Whether the library is only shown: what nobody asked for by a button is not even asked of the server. */
export const isReadOnly = document.body.hasAttribute("data-read-only");

/** The HTML at an address; throws what `fetch` throws, and an error for any status but 200. */
export async function read(url, signal) {
  const response = await fetch(url, { signal, headers: { Accept: "text/html" } });
  if (!response.ok) throw Object.assign(new Error(String(response.status)), { status: response.status });
  return response.text();
}

/** The HTML of a part of a page; throws as `read` does. */
export async function part(path, params, name, signal) {
  const query = new URLSearchParams(params);
  if (name) query.set("part", name);
  return read(`${path}?${query}`, signal);
}

/** Has a pane say that its next content is on its way, unless that is there soon; gives what it waits for. */
export async function busy(pane, work) {
  const turn = pane.busy = Symbol("turn");
  const late = setTimeout(() => pane.setAttribute("aria-busy", "true"), 250);
  try {
    return await work;
  } finally {
    clearTimeout(late);
    // Another content may be on its way by now.
    if (pane.busy === turn) pane.removeAttribute("aria-busy");
  }
}

/** Sends a form; gives what the server answers: `{}`, `{location}` or `{error}`. */
export async function send(action, body) {
  let response = await post(action, body);
  if (response.status === 403 && await renewToken()) response = await post(action, body);
  if (response.status === 204) return {};
  const type = response.headers.get("Content-Type") || "";
  if (type.startsWith("application/json")) return response.json();
  return { error: type.startsWith("text/plain") ? await response.text() : String(response.status) };
}

/** Takes the token of the server, which may have been started anew since the page was made; says whether it gave one. */
export async function renewToken() {
  const answer = await fetch("/token");
  // Whoever signed out, or was signed in at the server of before, signs in again; until then nothing is said.
  if (answer.status === 401) { location.reload(); await new Promise(() => {}); }
  if (answer.ok) {
    token().content = (await answer.json()).token;
    // A form that the browser sends itself has it in a field.
    for (const field of document.querySelectorAll("input[name=token]")) field.value = token().content;
  }
  return answer.ok;
}

let waiting;

/** Tells the server that somebody looks at a document, once the page is seen: to show it changes nothing. */
export async function seen(what) {
  // Of what is shown one after the other while nobody sees the page, the last is looked at.
  waiting?.abort();
  const { signal } = waiting = new AbortController();
  if (document.hidden) await new Promise((done) => document.addEventListener("visibilitychange", done, { once: true, signal }));
  await send("/seen", { what }).catch(() => {});
}

function post(action, body) {
  const fields = new URLSearchParams(body);
  // A form keeps the one that it was made with.
  fields.delete("token");
  return fetch(action, {
    method: "POST",
    headers: { "X-Carrel-Token": token().content, "Content-Type": "application/x-www-form-urlencoded" },
    body: fields,
  });
}

/** Says that something did not come. What only waits for the server or the library is shown by itself when they are back. */
export function complain({ status }) {
  if (status && status !== 503) say(document.body.dataset.textUnanswered, true);
}

/** Says what came with the page as everything else is said. */
export function sayNotes() {
  for (const note of document.querySelectorAll("#messages > div")) {
    note.remove();
    say(note.textContent, note.matches(".error"));
  }
}

/** Shows a sentence for a while; an error until it is closed. */
export function say(text, isError) {
  const box = document.createElement("p");
  box.className = isError ? "message error" : "message";
  box.append(text);
  const close = document.createElement("button");
  close.className = "quiet";
  close.textContent = document.body.dataset.textClose;
  close.addEventListener("click", () => box.remove());
  box.append(close);
  const messages = document.getElementById("messages");
  // What is said again stands there once.
  for (const other of [...messages.children]) if (other.textContent === box.textContent) other.remove();
  messages.append(box);
  while (messages.children.length > 4) messages.firstChild.remove();
  if (!isError) setTimeout(() => box.remove(), 5000);
}
