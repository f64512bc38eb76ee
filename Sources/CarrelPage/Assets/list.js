// A list that holds only the rows that are seen, however long it is.
import { part } from "./server.js";

const CHUNK = 100;
const BEYOND = 15;
const MOST_CHUNKS = 40;

export class List {
  constructor(element) {
    this.element = element;
    this.params = new URLSearchParams(location.search);
    this.item = this.params.get("item");
    addEventListener("resize", () => { if (this.isStale) this.refresh(); else this.draw(); });
    matchMedia("(pointer: coarse)").addEventListener("change", () => this.#resize());
  }

  get scrollTop() { return this.scroll?.scrollTop ?? 0; }

  set scrollTop(value) { if (this.scroll) { this.scroll.scrollTop = value; this.draw(); } }

  /** Whether another pane covers it; it does not know then how far it is scrolled, and is read again when it is seen. */
  get #isHidden() { return !this.element.getClientRects().length; }

  /** Takes over the rows that came; those of another list show where the chosen item is. */
  adopt(isOther = true) {
    this.scroll = this.element.querySelector(":scope > .scroll");
    this.rows = this.element.querySelector("#rows");
    this.chunks = new Map();
    this.shown = new Map();
    this.loading = new Map();
    this.version = (this.version ?? 0) + 1;
    const chosen = this.params.get("item") === this.item ? this.rows?.dataset.chosen : undefined;
    this.current = chosen && Number(chosen);
    // A list that is hidden shows it when it is seen.
    this.awaited = isOther ? this.current : undefined;
    this.element.querySelector(":scope > .pages")?.classList.add("list-pages");
    // An address without a collection shows the one that was chosen last; its further rows are asked for by name.
    for (const field of this.element.querySelectorAll("form.filter input[type=hidden]")) {
      if (!this.params.has(field.name)) this.params.set(field.name, field.value);
    }
    for (const field of this.#fields) field.dataset.said ??= field.value;
    if (!this.rows) return;
    this.total = Number(this.rows.dataset.total);
    const first = Number(this.rows.dataset.first || 0);
    const own = [...this.rows.children];
    this.rows.replaceChildren();
    for (let start = 0; start < own.length; start += CHUNK) {
      this.chunks.set((first + start) / CHUNK, own.slice(start, start + CHUNK));
    }
    this.#measure();
    this.scroll.addEventListener("scroll", () => this.#later(), { passive: true });
    if (first) this.scroll.scrollTop = first * this.height;
    this.draw();
    this.mark(this.item);
  }

  /** Makes room for all rows, of a height for a finger or for a mouse. */
  #measure() {
    this.height = matchMedia("(pointer: coarse)").matches ? 48 : 36;
    this.rows.style.setProperty("--height", `${this.height}px`);
    this.rows.style.height = `${this.total * this.height}px`;
  }

  /** Gives the rows another height, and stays where it is. */
  #resize() {
    if (!this.rows) return;
    const first = this.scrollTop / this.height;
    this.#measure();
    for (const [place, row] of this.shown) row.style.top = `${place * this.height}px`;
    this.scrollTop = first * this.height;
  }

  /** Shows another collection. */
  async load(params, signal) {
    const html = await part("/", params, "list", signal);
    this.isStale = false;
    this.params = new URLSearchParams(params);
    this.item = params.get("item");
    this.element.innerHTML = html;
    this.adopt();
  }

  /** Shows what a filter lets through; the field stays as it is. */
  async filter(params, signal) {
    const asked = new URLSearchParams(params);
    // From the beginning, wherever the item is that is shown.
    asked.set("from", "0");
    const html = await part("/", asked, "list", signal);
    this.isStale = false;
    this.params = new URLSearchParams(params);
    for (const field of this.#fields) field.dataset.said = params.get(field.name) || "";
    this.#replaceRows(html);
  }

  /** The fields of the filter that somebody fills in; each knows what it said when its rows came. */
  get #fields() { return this.element.querySelectorAll("form.filter :is(input[type=search], select)"); }

  /** Has the fields of the filter say what an address says. */
  fill(params) {
    for (const field of this.#fields) {
      field.value = params.get(field.name) || "";
      field.dataset.said = field.value;
    }
  }

  /** Reads the rows again, and stays where it is. */
  async refresh() {
    this.isStale = this.#isHidden;
    if (this.isStale) return;
    if (this.awaited !== undefined) this.draw();
    const params = this.params;
    const turn = this.asked = (this.asked ?? 0) + 1;
    const asked = new URLSearchParams(params);
    // Nobody selected it anew: what somebody asked for elsewhere goes on.
    asked.set("again", "1");
    // The rows that are seen come with it.
    asked.set("from", Math.floor((this.scrollTop + (this.scroll?.clientHeight ?? 0) / 2) / this.height) || 0);
    const html = await part("/", asked, "list").catch(() => null);
    // What was asked for later may have come before.
    if (html === null || params !== this.params || turn < this.came) return;
    this.isStale = this.#isHidden;
    if (this.isStale) return;
    this.came = turn;
    const scroll = this.scrollTop;
    const focused = this.#place(document.activeElement);
    // Whoever types in the filter keeps the field, also who has left it before what is typed is asked for.
    const isTyped = [...this.#fields].some((field) => field.value !== field.dataset.said);
    if (isTyped || this.element.querySelector("form.filter :focus")) {
      this.#replaceRows(html);
    } else {
      this.element.innerHTML = html;
      this.adopt(false);
    }
    this.scrollTop = scroll;
    if (focused >= 0) await this.#refocus(focused);
  }

  /** Gives a row the focus back, which may be out of sight, and stays where the list is. */
  async #refocus(place) {
    const chunk = Math.floor(place / CHUNK);
    const rows = this.rows;
    if (rows && !this.chunks.has(chunk)) await this.#fetch(chunk);
    // Whoever went on meanwhile keeps the focus.
    if (this.rows !== rows || document.activeElement !== document.body) return;
    const row = this.#row(place);
    if (!row) return;
    if (!row.isConnected) this.#put(row, place);
    row.querySelector("a").focus({ preventScroll: true });
  }

  /** Takes the rows of a list, and leaves what is above them. */
  #replaceRows(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    for (const old of this.element.querySelectorAll(":scope > .scroll, :scope > .empty, :scope > .pages")) old.remove();
    this.element.append(...fresh.querySelectorAll(".scroll, body > .empty, body > .pages"));
    this.element.querySelector(".total").textContent = fresh.querySelector(".total")?.textContent ?? "";
    this.adopt(false);
  }

  #later() {
    if (this.waits) return;
    this.waits = true;
    requestAnimationFrame(() => { this.waits = false; this.draw(); });
  }

  /** Puts the rows that are seen where they belong, and takes away the others; a list that is hidden is drawn when it is seen. */
  draw() {
    if (!this.rows || this.#isHidden) return;
    const height = this.scroll.clientHeight || innerHeight;
    if (this.awaited !== undefined) this.#reveal(this.awaited, height);
    const first = Math.max(0, Math.floor(this.scroll.scrollTop / this.height) - BEYOND);
    const last = Math.min(this.total, Math.ceil((this.scroll.scrollTop + height) / this.height) + BEYOND);
    for (const [place, row] of this.shown) {
      if ((place < first || place >= last) && !row.contains(document.activeElement)) {
        row.remove();
        this.shown.delete(place);
      }
    }
    const missing = new Set();
    for (let place = first; place < last; place++) {
      if (this.shown.has(place)) continue;
      const row = this.#row(place);
      if (row) this.#put(row, place);
      else missing.add(Math.floor(place / CHUNK));
    }
    for (const chunk of missing) this.#fetch(chunk);
  }

  /** Scrolls a row into the middle unless it is seen; once. */
  #reveal(place, height) {
    this.awaited = undefined;
    const top = place * this.height;
    const { scrollTop } = this.scroll;
    if (top < scrollTop || top + this.height > scrollTop + height) this.scroll.scrollTop = top - (height - this.height) / 2;
  }

  /** The row of a place, made ready to be put there; nothing where it has yet to come. */
  #row(place) {
    const row = this.shown?.get(place) ?? this.chunks?.get(Math.floor(place / CHUNK))?.[place % CHUNK];
    if (!row || this.shown.has(place)) return row;
    row.style.top = `${place * this.height}px`;
    row.setAttribute("aria-setsize", this.total);
    row.setAttribute("aria-posinset", place + 1);
    this.shown.set(place, row);
    this.#markRow(row);
    return row;
  }

  /** Puts a row in front of the one that follows it: the Tab key and screen readers go by that order. */
  #put(row, place) {
    let [next, nearest] = [null, Infinity];
    for (const [other, shown] of this.shown) if (other > place && other < nearest) [next, nearest] = [shown, other];
    this.rows.insertBefore(row, next);
  }

  /** Has rows come, which are asked for once. */
  #fetch(chunk) {
    const { loading } = this;
    if (!loading.has(chunk)) loading.set(chunk, this.#read(chunk).finally(() => loading.delete(chunk)));
    return loading.get(chunk);
  }

  async #read(chunk) {
    const version = this.version;
    try {
      const params = new URLSearchParams(this.params);
      params.set("from", chunk * CHUNK);
      params.set("limit", CHUNK);
      const html = await part("/rows", params);
      if (version !== this.version) return;
      const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("ol");
      if (this.chunks.size >= MOST_CHUNKS) this.#forget();
      this.chunks.set(chunk, [...fresh.children].map((row) => document.adoptNode(row)));
      this.total = Number(fresh.dataset.total);
      this.#measure();
    } catch {
      return;
    }
    this.draw();
  }

  /** Forgets the rows that are farthest away. */
  #forget() {
    const here = Math.floor(this.scroll.scrollTop / this.height / CHUNK);
    const chunks = [...this.chunks.keys()].sort((a, b) => Math.abs(b - here) - Math.abs(a - here));
    for (const chunk of chunks.slice(0, MOST_CHUNKS / 2)) this.chunks.delete(chunk);
  }

  /** Every row of an item that is there, seen or not. */
  *named(key) {
    for (const chunk of this.chunks?.values() ?? []) for (const row of chunk) if (row.dataset.key === key) yield row;
  }

  /** Marks the row of the item that is shown. */
  mark(item) {
    this.item = item;
    for (const row of this.shown?.values() ?? []) this.#markRow(row);
  }

  #markRow(row) {
    const link = row.querySelector("a");
    const isCurrent = this.item !== null && new URL(link.href).searchParams.get("item") === this.item;
    if (isCurrent) { link.setAttribute("aria-current", "true"); this.current = this.#place(row); }
    else link.removeAttribute("aria-current");
  }

  #place(element) {
    const row = element.closest?.(".row");
    for (const [place, shown] of this.shown ?? []) if (shown === row) return place;
    return -1;
  }

  /** The place of the row that has the focus or is shown; -1 for none. */
  get place() {
    const focused = this.#place(document.activeElement);
    return focused >= 0 ? focused : this.current ?? -1;
  }

  /** How many rows are a page further. */
  get page() { return Math.max(1, Math.floor(this.scroll.clientHeight / this.height) - 1); }

  /** Gives a row the focus; says whether there is one. */
  focus(place) {
    if (!this.rows || place < 0 || place >= this.total) return false;
    const top = place * this.height;
    const { scrollTop, clientHeight } = this.scroll;
    if (top < scrollTop) this.scroll.scrollTop = top;
    else if (top + this.height > scrollTop + clientHeight) this.scroll.scrollTop = top + this.height - clientHeight;
    this.draw();
    const focused = document.activeElement;
    const take = () => this.shown.get(place)?.querySelector("a").focus({ preventScroll: true });
    if (this.shown.has(place)) take();
    // It has yet to come; whoever goes on meanwhile keeps the focus.
    else this.#fetch(Math.floor(place / CHUNK)).then(() => { if (document.activeElement === focused) take(); });
    return true;
  }
}
