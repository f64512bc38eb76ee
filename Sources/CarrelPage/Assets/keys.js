// The keyboard: everything that a pointer does.
import { Navigation } from "./navigation.js";

export function startKeys(navigation, list) {
  const help = document.getElementById("keys");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isTyping = event.target.closest("input, select, textarea, [contenteditable]");
    if (isTyping) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (help?.open) return;
    const act = actions[event.key];
    if (!act) return;
    if (act() !== false) event.preventDefault();
  });
  help?.querySelector("button").addEventListener("click", () => help.close());

  // A frame that has the focus does not say so to styles; a click needs no ring.
  let isByKey = false;
  addEventListener("keydown", ({ key }) => { isByKey = key === "Tab"; });
  addEventListener("pointerdown", () => { isByKey = false; });
  // Where the frame has a process of its own, the focus is there only after the key.
  addEventListener("keyup", () => setTimeout(() => { isByKey = false; }, 300));
  for (const name of ["blur", "focus"]) {
    addEventListener(name, () => {
      const frame = document.activeElement;
      for (const other of document.querySelectorAll("iframe[data-focused]")) delete other.dataset.focused;
      if (name === "blur" && isByKey && frame.matches("iframe")) frame.dataset.focused = "";
      isByKey = false;
    });
  }

  // The menu is over the page: it closes where somebody goes on elsewhere.
  const close = (details) => { details.open = false; };
  for (const name of ["click", "focusin"]) {
    document.addEventListener(name, ({ target }) => { for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(target)) close(menu); });
  }

  function move(step) {
    if (!navigation.hasPanes && !listed().length) return false;
    const isThere = navigation.hasPanes ? list.focus(list.place < 0 ? 0 : list.place + step) : moveListed(step);
    if (!isThere) say(step > 0 ? document.body.dataset.textLast : document.body.dataset.textFirst);
    return true;
  }

  /** The entries of a list that is not one of the three panes: what is new, found, set aside or drawn as pictures. */
  function listed() {
    return [...document.querySelectorAll("#list :is(.rows.plain, .hits) > li > a, #list .set-aside > li")];
  }

  /** The same as `list.focus` for such a list, whose further pages are behind links. */
  function moveListed(step) {
    const entries = listed();
    const [isBefore, isBehind] = ["prev", "next"].map((name) => document.querySelector(`#list .pages a[rel=${name}]`));
    const all = [isBefore, ...entries, isBehind].filter(Boolean);
    const focused = all.findIndex((entry) => entry.contains(document.activeElement));
    const place = focused < 0 ? all.findIndex((entry) => entry.matches("[aria-current]")) : focused;
    const next = all[place < 0 ? all.indexOf(entries[0]) : place + step];
    // Of what is set aside there is nothing to follow, only buttons.
    if (next && !next.href) next.tabIndex = -1;
    next?.focus();
    return next !== undefined;
  }

  const isInList = () => list.place >= 0 && list.element.contains(document.activeElement);

  function say(text) { document.getElementById("announcer").textContent = text; }

  /** Gives an element the focus; says whether there is one. */
  function focus(selector) {
    const element = document.querySelector(selector);
    element?.focus();
    return element !== null;
  }

  function page(step) {
    const box = document.querySelector("#detail .scroll, .pane.wide .scroll");
    if (!box) return false;
    box.scrollBy({ top: step * box.clientHeight * 0.9 });
    return true;
  }

  const actions = {
    "?": () => help?.showModal(),
    "/": () => focus("#search"),
    f: () => focus("form.filter input[type=search]"),
    s: () => focus("#detail input[name=find]"),
    j: () => move(1), k: () => move(-1), ArrowDown: () => isInList() && move(1), ArrowUp: () => isInList() && move(-1),
    PageDown: () => isInList() && list.focus(Math.min(list.total - 1, list.place + list.page)),
    PageUp: () => isInList() && list.focus(Math.max(0, list.place - list.page)),
    Home: () => isInList() && list.focus(0), End: () => isInList() && list.focus(list.total - 1),
    // Neither what takes it back nor what has to be confirmed.
    d: () => document.querySelector(":is(#detail, .beside) .actions > form:not([action='/cancel']) > button.main")?.click(),
    h: () => {
      const take = () => (document.querySelector("#library [aria-current]") ?? document.querySelector("#library .collections a"))?.focus();
      // Narrow windows show it in the place of the list.
      if (document.getElementById("library").getClientRects().length) take();
      else navigation.go("?pane=library").then(take);
    },
    l: () => document.querySelector(":is(#detail, .beside) h1")?.focus(),
    " ": () => document.activeElement.closest("button, a, summary, audio, video") ? false : page(1),
    Escape: () => {
      const open = document.querySelector(".menu[open]") ?? document.activeElement.closest(".sure[open]");
      if (open) { close(open); open.querySelector("summary").focus(); return; }
      const beside = document.querySelector(".pane-close a");
      if (beside) { beside.click(); return; }
      if (!navigation.hasPanes || !navigation.params.get("item")) return false;
      const place = list.place;
      navigation.go(`?${Navigation.outer(navigation.params)}`).then(() => list.focus(place));
    },
  };
}
