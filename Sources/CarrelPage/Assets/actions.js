// Forms of one button: sent without leaving the page.
import { isReadOnly, say, send } from "./server.js";

const QUIET = new Set(["get", "cancel", "sync"]);
// What somebody who uses the keyboard acted on, on a page that is loaded again after it.
const ACTED = "carrel-acted";

export function startActions(navigation) {
  document.addEventListener("submit", async (event) => {
    const form = event.target.closest("form.action, form.add[action='/add']");
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    const button = form.querySelector("button");
    // A button that is disabled would lose the focus.
    if (button.hasAttribute("aria-disabled")) return;
    const action = form.getAttribute("action");
    button.setAttribute("aria-disabled", "true");
    try {
      const answer = await send(action, Object.fromEntries(new FormData(form)));
      if (answer.error) { say(answer.error, true); return; }
      if (answer.location) { location.href = answer.location; return; }
      if (!QUIET.has(action.slice(1))) await after(action.slice(1), form, navigation);
    } catch {
      say(document.body.dataset.textUnanswered, true);
    } finally {
      button.removeAttribute("aria-disabled");
    }
  });

  const acted = sessionStorage.getItem(ACTED);
  sessionStorage.removeItem(ACTED);
  const field = [...document.querySelectorAll("form.action input[name=what]")].find(({ value }) => value === acted);
  field?.form.querySelector("button").focus();

  // What the browser sends itself, such as an address to look at, may take long.
  document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
    if (!defaultPrevented && form.method === "post") form.closest(".pane")?.toggleAttribute("data-sending", true);
  });
  addEventListener("pageshow", () => document.querySelector("[data-sending]")?.removeAttribute("data-sending"));

  // Choosing what is not fetched fetches it, and shows it as it comes.
  navigation.onAvailable = async (params) => {
    if (isReadOnly) return;
    const what = new URLSearchParams();
    for (const name of ["catalogue", "collection", "item"]) what.set(name, params.get(name));
    const answer = await send("/get", { what: what.toString() }).catch(() => ({ error: document.body.dataset.textUnanswered }));
    if (answer.error) say(answer.error, true);
  };
}

async function after(action, form, navigation) {
  if (!navigation.hasPanes) {
    const what = form.elements.what?.value;
    if (what && form.querySelector("button:focus-visible")) sessionStorage.setItem(ACTED, what);
    location.reload();
    return;
  }
  await Promise.all([navigation.refreshDetail(action !== "mark-unread"), navigation.refreshLibrary(), navigation.list.refresh()]);
}
