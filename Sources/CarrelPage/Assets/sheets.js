// The pages of a document: turned, enlarged, moved; beside them a strip with its contents and its small pages.
import { startFinding } from "./finding.js";
import { PageWords } from "./words.js";

// What the server draws, in dots of a page's longer side.
const WIDTHS = [1200, 1800, 2600, 4000, 6000];
const [LEAST, MOST] = [0.5, 5];

export function startSheets(detail, navigation) {
  const sheets = detail.querySelector(".sheets");
  const preview = sheets.closest(".preview");
  const scroll = sheets.closest(".scroll");
  const bar = detail.querySelector(".tabs");
  const strip = preview.querySelector(".strip");
  const field = bar.querySelector("input[name=page]");
  let zoom = 1;
  let aimed;

  // MARK: What is shown

  function show(what) {
    preview.dataset.show = what;
    sessionStorage.setItem("carrel-show", what);
    for (const button of bar.querySelectorAll("[data-show]")) button.setAttribute("aria-pressed", button.dataset.show === what);
  }

  function openStrip(isOpen) {
    preview.dataset.strip = isOpen ? "open" : "";
    sessionStorage.setItem("carrel-strip", preview.dataset.strip);
    bar.querySelector("[data-overview]").setAttribute("aria-expanded", isOpen);
    for (const image of sheets.querySelectorAll("img")) sharpen(image);
  }

  /** Goes to a page; one that this part of the document does not hold is asked for. */
  function goTo(page) {
    show("pages");
    // On a phone, the strip is over the pages.
    if (getComputedStyle(strip).position === "static") openStrip(false);
    const sheet = sheets.querySelector(`#sheet-${page}`);
    if (sheet) {
      aim(sheet);
      sheet.scrollIntoView({ block: "start" });
    } else if (page >= 1 && page <= Number(sheets.dataset.pages)) {
      const params = navigation.params;
      params.set("page", page);
      navigation.go(`?${params}`);
    }
    return sheet;
  }

  // MARK: Enlarging

  /** Enlarges the pages, and leaves what is under a point of the window there. */
  function setZoom(value, x, y) {
    const box = scroll.getBoundingClientRect();
    const [atX, atY] = [x ?? box.left + box.width / 2, y ?? box.top + box.height / 3];
    const sheet = sheetAt(atY);
    const before = sheet.getBoundingClientRect();
    const [shareX, shareY] = [(atX - before.left) / before.width, (atY - before.top) / before.height];
    zoom = Math.min(MOST, Math.max(LEAST, value));
    sheets.style.setProperty("--zoom", zoom);
    const after = sheet.getBoundingClientRect();
    sheets.scrollLeft += after.left + shareX * after.width - atX;
    scroll.scrollTop += after.top + shareY * after.height - atY;
    for (const image of sheets.querySelectorAll("img")) sharpen(image);
  }

  function sheetAt(y) {
    const all = [...sheets.querySelectorAll(".sheet")];
    return all.find((sheet) => sheet.getBoundingClientRect().bottom >= y) ?? all[all.length - 1];
  }

  /** Asks for a picture with as many dots as the screen shows of it. */
  function sharpen(image) {
    if (!image.complete || !image.naturalWidth) return;
    const longer = Math.max(image.clientWidth, image.clientHeight) * devicePixelRatio;
    const wanted = WIDTHS.find((width) => width >= longer) ?? WIDTHS[WIDTHS.length - 1];
    // What is out of sight is drawn when it comes into view.
    if (wanted <= Number(image.dataset.width || WIDTHS[0]) || !near.has(image.closest(".sheet"))) return;
    image.dataset.width = wanted;
    image.src = `${image.dataset.picture}&width=${wanted}`;
  }

  // MARK: What comes into view

  const near = new Set();
  const words = new PageWords(() => navigation.params.get("find"));
  const nearness = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) { near.delete(target); continue; }
      near.add(target);
      words.load(target);
      sharpen(target.querySelector("img"));
    }
  }, { root: scroll, rootMargin: "300px 0px" });

  const upper = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) tell((aimed ?? target).dataset.page);
  }, { root: scroll, rootMargin: "-20% 0px -79% 0px" });

  /** A page that was asked for is the current one until a hand scrolls, even where a short one or the last does not reach the top. */
  function aim(sheet) {
    aimed = sheet;
    tell(sheet.dataset.page);
  }
  for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) {
    scroll.addEventListener(name, () => { aimed = undefined; }, { passive: true });
  }

  /** Scrolls the strip to one of its links; scrollIntoView would move the pages, too. */
  function reveal(link) {
    const top = link.getBoundingClientRect().top - strip.getBoundingClientRect().top;
    if (top < 0 || top > strip.clientHeight - link.clientHeight) strip.scrollTop += top - strip.clientHeight / 3;
  }

  function tell(page) {
    if (document.activeElement !== field) field.value = page;
    for (const link of strip.querySelectorAll(".small-pages a")) {
      const isCurrent = link.dataset.page === page;
      if (isCurrent) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
      // The places that were found are above, and more of interest.
      if (isCurrent && strip.querySelector(".found").hidden) reveal(link);
    }
    const params = navigation.params;
    if (!params.get("item")) return;
    if (page === "1") params.delete("page"); else params.set("page", page);
    if (`?${params}` !== location.search) history.replaceState(history.state, "", `/?${params}`);
  }

  // MARK: Hands

  bar.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.show) show(button.dataset.show);
    else if (button.dataset.overview !== undefined) openStrip(preview.dataset.strip !== "open");
    else if (button.dataset.zoom) setZoom(button.dataset.zoom === "fit" ? 1 : zoom * Number(button.dataset.zoom));
  });
  field.addEventListener("change", () => {
    const wanted = field.value === "" ? NaN : Math.round(Number(field.value));
    const page = Number.isNaN(wanted) ? Number(navigation.params.get("page") || 1) : Math.min(Number(field.max), Math.max(1, wanted));
    field.value = page;
    goTo(page);
  });
  strip.addEventListener("click", (event) => {
    const link = event.target.closest(".small-pages a, .contents a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo(Number(link.dataset.page));
  });
  sheets.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    setZoom(zoom * Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
  }, { passive: false });
  sheets.addEventListener("dblclick", (event) => {
    // On a word, it selects the word.
    if (!event.target.closest("text")) setZoom(zoom === 1 ? 2 : 1, event.clientX, event.clientY);
  });
  sheets.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+") setZoom(zoom * 1.25);
    else if (event.key === "-") setZoom(zoom / 1.25);
    else if (event.key === "0") setZoom(1);
    else return;
    event.preventDefault();
  });
  startPinch(sheets, () => zoom, setZoom);
  startDragging(sheets, scroll);

  for (const image of sheets.querySelectorAll("img")) image.addEventListener("load", () => sharpen(image));
  // The toolbar stays above the pages: what is gone to stands below it.
  function fit() {
    preview.style.setProperty("--bar", `${bar.offsetHeight}px`);
    strip.style.maxHeight = `${scroll.clientHeight - bar.offsetHeight}px`;
  }
  fit();
  const resize = new ResizeObserver(fit);
  for (const box of [scroll, bar]) resize.observe(box);
  show(sessionStorage.getItem("carrel-show") || "pages");
  openStrip(sessionStorage.getItem("carrel-strip") === "open" && scroll.clientWidth > 600);
  for (const sheet of sheets.querySelectorAll(".sheet")) { nearness.observe(sheet); upper.observe(sheet); }
  const page = Number(navigation.params.get("page"));
  if (page && !history.state?.detail) {
    const sheet = sheets.querySelector(`#sheet-${page}`);
    if (sheet) aim(sheet);
    sheet?.scrollIntoView({ block: "start" });
  }
  startFinding({ sheets, bar, strip, words, navigation, goTo, aim, reveal, openStrip });
}

/** Two fingers enlarge; one scrolls, as the browser does it. */
function startPinch(sheets, zoom, setZoom) {
  let before;
  const gap = (touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
  sheets.addEventListener("touchstart", (event) => {
    before = event.touches.length === 2 ? { gap: gap(event.touches), zoom: zoom() } : undefined;
  }, { passive: true });
  sheets.addEventListener("touchmove", (event) => {
    if (!before || event.touches.length !== 2) return;
    event.preventDefault();
    const [one, two] = event.touches;
    setZoom(before.zoom * gap(event.touches) / Math.max(1, before.gap), (one.clientX + two.clientX) / 2, (one.clientY + two.clientY) / 2);
  }, { passive: false });
  sheets.addEventListener("touchend", () => { before = undefined; }, { passive: true });
}

/** A mouse moves the pages where there is no word to select. */
function startDragging(sheets, scroll) {
  sheets.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "mouse" || event.button || event.target.closest("text, a") || !event.target.closest(".paper")) return;
    event.preventDefault();
    sheets.focus({ preventScroll: true });
    getSelection().empty();
    sheets.setPointerCapture(event.pointerId);
    sheets.dataset.moves = "";
    const start = { x: event.clientX, y: event.clientY, left: sheets.scrollLeft, top: scroll.scrollTop };
    const move = (event) => {
      sheets.scrollLeft = start.left + start.x - event.clientX;
      scroll.scrollTop = start.top + start.y - event.clientY;
    };
    const end = () => {
      delete sheets.dataset.moves;
      sheets.removeEventListener("pointermove", move);
    };
    sheets.addEventListener("pointermove", move);
    sheets.addEventListener("lostpointercapture", end, { once: true });
  });
}
