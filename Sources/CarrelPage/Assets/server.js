// Asking the server for parts of pages, and to do things.

const token = () => document.querySelector('meta[name="carrel-token"]');

/** The HTML at an address; throws what `fetch` throws, and an error for any status but 200. */
export async function read(url, signal) {
  const response = await fetch(url, { signal, headers: { Accept: "text/html" } });
  if (!response.ok) throw new Error(String(response.status));
  return response.text();
}

/** The HTML of a part of a page; throws as `read` does. */
export async function part(path, params, name, signal) {
  const query = new URLSearchParams(params);
  if (name) query.set("part", name);
  return read(`${path}?${query}`, signal);
}

/** Sends a form; gives what the server answers: `{}`, `{location}` or `{error}`. */
export async function send(action, body) {
  let response = await post(action, body);
  if (response.status === 403) {
    // The server was started anew since the page was made.
    const fresh = await fetch("/token");
    if (fresh.ok) {
      token().content = (await fresh.json()).token;
      response = await post(action, body);
    }
  }
  if (response.status === 204) return {};
  const type = response.headers.get("Content-Type") || "";
  return type.startsWith("application/json") ? response.json() : { error: String(response.status) };
}

function post(action, body) {
  return fetch(action, {
    method: "POST",
    headers: { "X-Carrel-Token": token().content, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(body),
  });
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
  messages.append(box);
  while (messages.children.length > 4) messages.firstChild.remove();
  if (!isError) setTimeout(() => box.remove(), 5000);
}
