// Where the person is: the address says it, and going back restores it.
import { part } from "./server.js";

const SHOWN = ["catalogue", "collection", "status", "type", "filter"];

export class Navigation {
  constructor(list, onDetail) {
    this.list = list;
    this.onDetail = onDetail;
    this.panes = document.querySelector(".panes");
    this.detail = document.getElementById("detail");
    history.scrollRestoration = "manual";
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("submit", (event) => this.#filter(event));
    document.addEventListener("input", (event) => this.#typed(event));
    addEventListener("popstate", () => this.show(location.search, { isBack: true }));
    addEventListener("pagehide", () => this.remember());
  }

  /** Whether the page has the three panes, and not one of another kind. */
  get hasPanes() { return this.detail !== null; }

  get params() { return new URLSearchParams(location.search); }

  /** Goes to an address of the three panes. */
  go(search, options = {}) {
    if (!this.hasPanes) { location.href = `/${search}`; return Promise.resolve(); }
    this.remember();
    if (search !== location.search) {
      history[options.replaces ? "replaceState" : "pushState"]({}, "", `/${search}`);
    }
    return this.show(search, options);
  }

  /** Shows what an address says. */
  async show(search, { isBack = false, keepsPane = false } = {}) {
    const wanted = new URLSearchParams(search);
    const isOtherList = SHOWN.some((name) => (wanted.get(name) || "") !== (this.list.params.get(name) || ""));
    const item = wanted.get("item");
    if (!keepsPane) this.panes.dataset.pane = wanted.get("pane") || (item ? "detail" : "list");
    const works = [];
    if (isOtherList) works.push(this.list.load(wanted).then(() => this.#markCollection(wanted)));
    works.push(this.#showDetail(wanted));
    await Promise.allSettled(works);
    this.list.mark(item);
    this.#title();
    if (isBack) this.restore(); else if (isOtherList && !item) this.list.element.querySelector("h1")?.focus();
  }

  async #showDetail(wanted) {
    const name = ["catalogue", "collection", "item", "version"].map((name) => wanted.get(name) || "").join("\n");
    if (name === this.shown) return;
    this.shown = name;
    this.pending?.abort();
    this.pending = new AbortController();
    try {
      this.detail.innerHTML = await part("/", wanted, "detail", this.pending.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.shown = undefined;
      throw error;
    }
    this.onDetail();
  }

  /** Reads the item that is shown again. */
  async refreshDetail() {
    if (!this.hasPanes || !this.params.get("item")) return;
    const scroll = this.detail.querySelector(".scroll")?.scrollTop ?? 0;
    const focused = this.detail.contains(document.activeElement);
    this.shown = undefined;
    await this.#showDetail(this.params).catch(() => {});
    const box = this.detail.querySelector(".scroll");
    if (box) box.scrollTop = scroll;
    if (focused) this.detail.querySelector("h1")?.focus();
  }

  /** Reads the library pane again. */
  async refreshLibrary() {
    const library = document.getElementById("library");
    const html = await part("/", this.params, "library").catch(() => null);
    if (html === null) return;
    const focused = library.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    const scroll = library.scrollTop;
    library.innerHTML = html;
    library.scrollTop = scroll;
    if (focused) library.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
    this.#markCollection(this.params);
  }

  #markCollection(wanted) {
    for (const link of document.querySelectorAll("a[data-collection]")) {
      const own = new URL(link.href).searchParams;
      const isCurrent = ["catalogue", "collection"].every((name) => own.get(name) === wanted.get(name));
      if (isCurrent) link.setAttribute("aria-current", "true");
      else if (wanted.get("collection")) link.removeAttribute("aria-current");
    }
  }

  #title() {
    const heads = [this.detail, this.list.element].map((pane) => pane.querySelector("h1")?.textContent);
    document.title = [...heads.filter(Boolean), "Carrel"].join(" · ");
  }

  #click(event) {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("a[href]");
    if (!link || link.target || link.hasAttribute("download") || !this.hasPanes) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname !== "/" || url.searchParams.has("language") || url.searchParams.has("theme")) return;
    event.preventDefault();
    this.go(url.search).then(() => {
      if (link.matches(".row a") && link.closest("[data-status=available]")) this.onAvailable?.(url.searchParams);
    });
  }

  #filter(event) {
    const form = event.target.closest("form.filter");
    if (!form || !this.hasPanes) return;
    event.preventDefault();
    this.#apply(form);
  }

  #typed(event) {
    const form = event.target.closest("form.filter");
    if (!form || !this.hasPanes) return;
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.#apply(form), 120);
  }

  /** Shows what a filter lets through, without taking the field from under the hands. */
  async #apply(form) {
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value) params.set(name, value);
    const item = this.params.get("item");
    if (item) params.set("item", item);
    history.replaceState(history.state, "", `/?${params}`);
    await this.list.filter(params);
    this.list.mark(item);
  }

  /** Keeps how far the panes are scrolled with the address. */
  remember() {
    if (!this.hasPanes) return;
    history.replaceState({
      list: this.list.scrollTop, detail: this.detail.querySelector(".scroll")?.scrollTop ?? 0,
    }, "");
  }

  /** Scrolls the panes to where they were. */
  restore() {
    if (!this.hasPanes) return;
    this.shown ??= ["catalogue", "collection", "item", "version"].map((name) => this.params.get(name) || "").join("\n");
    const state = history.state;
    if (!state) return;
    if (state.list !== undefined) this.list.scrollTop = state.list;
    const box = this.detail.querySelector(".scroll");
    if (box && state.detail) box.scrollTop = state.detail;
  }
}
