// Where the person is: the address says it, and going back restores it.
import { revealCollection } from "./panes.js";
import { busy, complain, part, seen } from "./server.js";

// As many as the server puts into one pane.
const PAGES = 200;
const COLLECTION = ["catalogue", "collection"];
const SHOWN = [...COLLECTION, "status", "type", "filter"];
const DETAIL = ["item", "page", "version", "find"];

export class Navigation {
  constructor(list, onDetail) {
    this.list = list;
    this.onDetail = onDetail;
    this.panes = document.querySelector(".panes");
    this.detail = document.getElementById("detail");
    this.preview = this.detail?.querySelector(".preview")?.innerHTML;
    history.scrollRestoration = "manual";
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("submit", (event) => this.#filter(event));
    document.addEventListener("input", (event) => this.#typed(event));
    addEventListener("popstate", () => this.show(location.search, { isBack: true }));
    // Soon after every scroll: what is kept while a page is left does not always last.
    addEventListener("scroll", () => {
      clearTimeout(this.scrolling);
      // While an address is on its way, the panes still show another one.
      this.scrolling = setTimeout(() => { if (!this.coming) this.remember(); }, 150);
    }, { capture: true, passive: true });
    addEventListener("beforeunload", () => this.remember());
  }

  /** Whether the page has the three panes, and not one of another kind. */
  get hasPanes() { return this.detail !== null; }

  get params() { return new URLSearchParams(location.search); }

  /** The fields of an address of the pane that is one further out. */
  static outer(params) {
    const outer = new URLSearchParams(params);
    for (const name of DETAIL) outer.delete(name);
    return outer;
  }

  /** Goes to an address of the three panes. */
  go(search) {
    if (!this.hasPanes) { location.href = `/${search}`; return Promise.resolve(); }
    this.remember();
    if (search !== location.search) history.pushState({}, "", `/${search}`);
    return this.show(search);
  }

  /** Shows what an address says. */
  async show(search, { isBack = false, keepsPane = false } = {}) {
    const wanted = new URLSearchParams(search);
    const state = history.state;
    clearTimeout(this.scrolling);
    this.coming = (this.coming ?? 0) + 1;
    const turn = this.turn = (this.turn ?? 0) + 1;
    const isOther = (name) => (wanted.get(name) || "") !== (this.list.params.get(name) || "");
    const isOtherList = SHOWN.some(isOther);
    // Whoever typed in the filter while the server was away keeps the field.
    const isTyped = keepsPane && !COLLECTION.some(isOther) && this.list.element.querySelector("form.filter :focus");
    const item = wanted.get("item");
    if (!keepsPane) this.panes.dataset.pane = wanted.get("pane") || (item ? "detail" : "list");
    // What was chosen is marked at once, however long its answer takes.
    if (!isOtherList) this.list.mark(item);
    this.#markCollection(wanted);
    const works = [];
    // A list that somebody has gone on from must not come after the next one, nor must what a filter lets through.
    this.loading?.abort();
    if ((isOtherList && !isTyped) || !keepsPane) {
      clearTimeout(this.typing);
      this.filtering?.abort();
    }
    if (!keepsPane) this.list.fill(wanted);
    if (isOtherList) {
      const { signal } = this.loading = new AbortController();
      const list = isTyped ? this.list.filter(wanted, signal) : busy(this.list.element, this.list.load(wanted, signal));
      works.push(list.then(() => {
        // At once: later, it would take the focus from whoever has gone on.
        if (!isBack && !item && !keepsPane) this.list.element.querySelector("h1")?.focus();
      }));
    } else if (this.list.isStale) {
      works.push(this.list.refresh());
    } else {
      this.list.draw();
    }
    works.push(this.#showDetail(wanted));
    const results = await Promise.allSettled(works);
    const failed = results.find(({ status, reason }) => status === "rejected" && reason.name !== "AbortError");
    if (failed) complain(failed.reason);
    this.coming -= 1;
    // Whoever has gone on meanwhile is not scrolled to where they were before.
    if (turn !== this.turn) return;
    this.list.mark(item);
    this.#title();
    this.#back(wanted);
    if (!keepsPane) { revealCollection(); this.#follow(); }
    if (isBack) this.restore(state);
  }

  /** Where a pane takes the place of another, it gets the focus that the other one had. */
  #follow() {
    if (document.activeElement !== document.body && document.activeElement.getClientRects().length) return;
    document.querySelector(`#${this.panes.dataset.pane} h1`)?.focus({ preventScroll: true });
  }

  /** What the pane of an address holds; so many pages of a document are in it at once. */
  #nameOf(params) {
    const part = Math.floor((Number(params.get("page") || 1) - 1) / PAGES);
    return [...[...COLLECTION, "item", "version"].map((name) => params.get(name) || ""), part].join("\n");
  }

  async #showDetail(wanted, { keepsPlace = false, isLook = true } = {}) {
    const name = this.#nameOf(wanted);
    if (name === this.shown) return;
    this.shown = name;
    this.pending?.abort();
    const pending = this.pending = new AbortController();
    try {
      const asked = new URLSearchParams(wanted);
      if (isLook) asked.set("look", "1");
      const reply = part("/", asked, "detail", pending.signal);
      const html = await (keepsPlace ? reply : busy(this.detail, reply));
      // Whoever has scrolled or gone on in the meantime stays there.
      const scroll = keepsPlace ? this.detail.querySelector(".scroll")?.scrollTop : 0;
      const hasFocus = keepsPlace && this.detail.contains(document.activeElement);
      if (keepsPlace && this.#keepPreview(html)) {
        if (isLook) this.look(wanted);
        return;
      }
      this.detail.innerHTML = html;
      this.preview = this.detail.querySelector(".preview")?.innerHTML;
      const box = this.detail.querySelector(".scroll");
      if (box && scroll) box.scrollTop = scroll;
      if (hasFocus) this.detail.querySelector("h1")?.focus();
    } catch (error) {
      if (error.name === "AbortError") return;
      this.shown = undefined;
      throw error;
    } finally {
      if (this.pending === pending) this.pending = undefined;
    }
    this.onDetail();
    if (isLook) this.look(wanted).then(() => { if (this.shown === name) this.#catchUp(name); });
    else this.#catchUp(name);
  }

  /** Tells the server that somebody looks at the document that is shown. */
  async look(wanted = this.params) {
    if (this.detail?.querySelector("article[data-document]")) await seen(wanted.toString());
  }

  /** Reads the item once more where its row knows better: what was told while the reply was on its way did not reach it. */
  #catchUp(name) {
    const article = this.detail.querySelector("article");
    const row = article && [...this.list.named(article.dataset.key)][0];
    const isBehind = row && row.dataset.status !== article.dataset.status;
    if (isBehind && this.caughtUp !== name) {
      this.caughtUp = name;
      this.refreshDetail(false);
    } else if (!isBehind) {
      this.caughtUp = undefined;
    }
  }

  /** Takes over what is said of an item whose document is the same, and leaves that as it was enlarged and moved. */
  #keepPreview(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const [article, now] = [fresh.querySelector("article"), this.detail.querySelector("article")];
    const preview = fresh.querySelector(".preview")?.innerHTML;
    if (!preview || preview !== this.preview || article?.dataset.key !== now?.dataset.key) return false;
    const isFocused = now.querySelector("header").contains(document.activeElement);
    now.dataset.status = article.dataset.status;
    // What the document says of itself is part of the preview.
    for (const name of ["header", ".scroll > .about"]) now.querySelector(name)?.replaceWith(document.adoptNode(article.querySelector(name)));
    if (isFocused) now.querySelector("h1").focus();
    return true;
  }

  /** Reads the item that is shown again; that counts as a look at it unless one is told. */
  async refreshDetail(isLook = true) {
    if (!this.hasPanes || !this.params.get("item")) return;
    this.shown = undefined;
    await this.#showDetail(this.params, { keepsPlace: true, isLook }).catch(() => {});
  }

  /** Shows what the address says and the rows that are seen, as they are now: not everything that changed meanwhile is told. */
  async catchUp() {
    if (!this.hasPanes) return;
    // An address without a collection means the one that was chosen last, as the list knows it.
    const here = this.params;
    if (!here.has("collection")) for (const name of COLLECTION) here.set(name, this.list.params.get(name) ?? "");
    await this.show(`?${here}`, { keepsPane: true });
    await this.list.refresh();
    // What is being read is as new, and may be a look.
    if (!this.pending) await this.refreshDetail(false);
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
    const news = Number(library.querySelector("[data-news]")?.dataset.news);
    document.querySelector(".bar .count").textContent = news || "";
  }

  #markCollection(wanted) {
    for (const link of document.querySelectorAll("a[data-collection]")) {
      const own = new URL(link.href).searchParams;
      const isCurrent = COLLECTION.every((name) => own.get(name) === wanted.get(name));
      if (isCurrent) link.setAttribute("aria-current", "true");
      // An address of the panes without a collection means the one that was chosen last; any other means none.
      else if (wanted.get("collection") || !this.hasPanes) link.removeAttribute("aria-current");
    }
  }

  /** Leads one pane outwards, as the bar of a whole page does. */
  #back(wanted) {
    document.querySelector(".bar .back").href = wanted.get("item") ? `/?${Navigation.outer(wanted)}` : "/?pane=library";
  }

  #title() {
    const heads = [this.detail, this.list.element].map((pane) => pane.querySelector("h1")?.textContent);
    document.title = [...heads.filter(Boolean), "Carrel"].join(" · ");
  }

  #click(event) {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target.closest("a[href]");
    if (!link || link.target || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    const choice = link.closest(".menu") && ["language", "theme"].find((name) => url.searchParams.has(name));
    // The menu leads to where one was when the page was made; a form that was refused has no address to go to.
    if (choice && location.pathname !== "/settings") {
      event.preventDefault();
      const here = new URL(location);
      here.searchParams.set(choice, url.searchParams.get(choice));
      location.href = here;
    }
    if (choice || !this.hasPanes || url.origin !== location.origin || url.pathname !== "/" || url.hash) return;
    event.preventDefault();
    this.go(url.search).then(() => {
      if (link.matches(".row a") && link.closest("[data-status=available], [data-status=paused]")) this.onAvailable?.(url.searchParams);
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
    // Another list may have come since somebody typed, or be on its way.
    if (!form.isConnected) return;
    this.loading?.abort();
    const params = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value) params.set(name, value);
    const here = this.params;
    for (const name of DETAIL) if (here.has(name)) params.set(name, here.get(name));
    history.replaceState(history.state, "", `/?${params}`);
    this.filtering?.abort();
    this.filtering = new AbortController();
    await this.list.filter(params, this.filtering.signal).catch(complain);
    this.list.mark(this.params.get("item"));
  }

  /** Keeps how far the panes are scrolled with the address. */
  remember() {
    if (!this.hasPanes) return;
    history.replaceState({
      list: this.list.scrollTop, detail: this.detail.querySelector(".scroll")?.scrollTop ?? 0,
    }, "");
  }

  /** Scrolls the panes to where they were. */
  restore(state = history.state) {
    if (!this.hasPanes) return;
    this.shown ??= this.#nameOf(this.params);
    if (!state) return;
    if (state.list !== undefined) this.list.scrollTop = state.list;
    const box = this.detail.querySelector(".scroll");
    if (box && state.detail) box.scrollTop = state.detail;
  }
}
