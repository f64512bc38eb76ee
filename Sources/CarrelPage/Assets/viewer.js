// Documents: pages and pictures to zoom and pan.
import { startZoom } from "./zoom.js";

export function startViewer(detail, navigation) {
  if (!detail) return;
  const picture = detail.querySelector(".picture");
  if (picture) startZoom(picture);
  const sheets = detail.querySelector(".sheets");
  if (sheets) startSheets(detail, sheets, navigation);
}

function startSheets(detail, sheets, navigation) {
  const preview = sheets.closest(".preview");
  const scroll = sheets.closest(".scroll");
  const bar = detail.querySelector(".tabs");
  const output = bar.querySelector("output");
  const field = bar.querySelector("input[name=page]");
  preview.dataset.show = sessionStorage.getItem("carrel-show") || "pages";
  let zoom = 1;

  function show(what) {
    preview.dataset.show = what;
    sessionStorage.setItem("carrel-show", what);
    for (const button of bar.querySelectorAll("[data-show]")) button.setAttribute("aria-pressed", button.dataset.show === what);
  }
  show(preview.dataset.show);

  function setZoom(value) {
    const before = scroll.scrollHeight;
    const place = scroll.scrollTop;
    zoom = Math.min(4, Math.max(0.5, value));
    sheets.style.setProperty("--zoom", zoom);
    scroll.scrollTop = place * scroll.scrollHeight / before;
    for (const image of sheets.querySelectorAll("img")) sharpen(image);
  }

  /** Asks for a picture with as many dots as the screen shows of it. */
  function sharpen(image) {
    if (!image.complete && !image.naturalWidth) return;
    const ratio = Math.max(1, image.naturalHeight / image.naturalWidth);
    const wanted = image.clientWidth * devicePixelRatio * ratio;
    if (wanted <= Number(image.dataset.width || 1200)) return;
    image.dataset.width = Math.ceil(wanted);
    image.src = `${image.dataset.picture}&width=${Math.ceil(wanted)}`;
  }

  function goTo(page) {
    sheets.querySelector(`#sheet-${page}`)?.scrollIntoView({ block: "start" });
  }

  bar.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.show) show(button.dataset.show);
    else if (button.dataset.zoom) setZoom(button.dataset.zoom === "fit" ? 1 : zoom * Number(button.dataset.zoom));
  });
  field?.addEventListener("change", () => goTo(Number(field.value)));
  sheets.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    setZoom(zoom * Math.exp(-event.deltaY / 300));
  }, { passive: false });
  sheets.addEventListener("dblclick", () => setZoom(zoom === 1 ? 2 : 1));
  for (const image of sheets.querySelectorAll("img")) image.addEventListener("load", () => sharpen(image), { once: true });

  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      const page = entry.target.dataset.page;
      output.textContent = `${page} / ${sheets.dataset.pages}`;
      if (field && document.activeElement !== field) field.value = page;
      const params = navigation.params;
      if (!params.get("item")) continue;
      if (page === "1") params.delete("page"); else params.set("page", page);
      const search = `?${params}`;
      if (search !== location.search) history.replaceState(history.state, "", `/${search}`);
    }
  }, { root: scroll, rootMargin: "-45% 0px -45% 0px" });
  for (const sheet of sheets.querySelectorAll(".sheet")) observer.observe(sheet);
  const page = navigation.params.get("page");
  if (page && !history.state?.detail) goTo(page);
}
