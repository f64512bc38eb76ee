// Finding a text on all pages of a document.
import { read } from "./server.js";

export function startFinding({ sheets, bar, strip, words, navigation, goTo, aim, reveal, openStrip }) {
  const field = bar.querySelector("input[name=find]");
  const output = bar.querySelector(".find output");
  const steps = [...bar.querySelectorAll("[data-step]")];
  const section = strip.querySelector(".found");
  const list = section.querySelector("div");
  let links = [];
  let place = -1;
  let asking;
  let typing;

  async function find(text, { isRestored = false } = {}) {
    asking?.abort();
    asking = new AbortController();
    note(text);
    words.refresh();
    if (!text) return show("", 0);
    const url = new URL(sheets.dataset.found, location);
    url.searchParams.set("find", text);
    output.textContent = "…";
    try {
      show(await read(url, asking.signal));
    } catch (error) {
      if (error.name !== "AbortError") output.textContent = "–";
      return;
    }
    // Another document may be shown by now.
    if (!links.length || !field.isConnected) return;
    place = nearest();
    if (isRestored) mark(); else go();
  }

  /** The address says what is looked for. */
  function note(text) {
    const params = navigation.params;
    if (text) params.set("find", text); else params.delete("find");
    if (`?${params}` !== location.search) history.replaceState(history.state, "", `/?${params}`);
  }

  function show(html) {
    list.innerHTML = html;
    links = [...list.querySelectorAll("a")];
    place = -1;
    section.hidden = !html;
    for (const button of steps) button.disabled = !links.length;
    count();
  }

  function count() {
    const more = list.querySelector("[data-more]") ? "+" : "";
    output.textContent = section.hidden ? "" : `${place + 1} / ${links.length}${more}`;
  }

  /** The first place from the page on that is shown; behind the last, the first of all. */
  function nearest() {
    const page = Number(navigation.params.get("page") || 1);
    return Math.max(0, links.findIndex((link) => Number(link.dataset.page) >= page));
  }

  /** Goes to the next place, or to the one before; behind the last comes the first. */
  function step(by) {
    if (!links.length) return;
    place = (place + by + links.length) % links.length;
    go();
  }

  async function go() {
    const link = links[place];
    const hit = await mark();
    if (links[place] !== link || !field.isConnected) return;
    if (!hit) return goTo(Number(link.dataset.page));
    aim(hit.closest(".sheet"));
    hit.scrollIntoView({ block: "center", inline: "nearest" });
  }

  /** Marks the place in the list and on its page; gives its mark there, or nothing if that page is not here. */
  async function mark() {
    const link = links[place];
    for (const other of links) if (other === link) other.setAttribute("aria-current", "true"); else other.removeAttribute("aria-current");
    count();
    reveal(link);
    const sheet = sheets.querySelector(`#sheet-${link.dataset.page}`);
    const layer = sheet && await words.load(sheet);
    if (links[place] !== link) return undefined;
    for (const before of sheets.querySelectorAll(".hit.current")) before.classList.remove("current");
    const hit = layer?.querySelectorAll(".hit")[Number(link.dataset.place)];
    hit?.classList.add("current");
    return hit;
  }

  field.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => { if (field.isConnected) find(field.value.trim()); }, 250);
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && field.value) {
      field.value = "";
      find("");
      event.stopPropagation();
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(typing);
    if (field.value.trim() !== (navigation.params.get("find") || "")) find(field.value.trim());
    else step(event.shiftKey ? -1 : 1);
  });
  for (const button of steps) button.addEventListener("click", () => step(Number(button.dataset.step)));
  list.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (getComputedStyle(strip).position === "static") openStrip(false);
    place = links.indexOf(link);
    go();
  });

  const wanted = navigation.params.get("find");
  if (wanted) {
    field.value = wanted;
    find(wanted, { isRestored: Boolean(history.state?.detail) });
  }
}
