// Pictures that are not stored are fetched as their places come near the view, each once, and shown when they are there.
import { isReadOnly, send } from "./server.js";

const THERE = new Set(["stored", "new", "updated", "updateAvailable"]);
const asked = new Set();

const near = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    if (!["available", "paused"].includes(target.dataset.status) || asked.has(target.dataset.what)) continue;
    asked.add(target.dataset.what);
    send("/get", { what: target.dataset.what }).catch(() => asked.delete(target.dataset.what));
  }
}, { rootMargin: "300px" });

/** Shows the picture of an entry whose document has come. */
function show(entry) {
  const art = entry.querySelector(".art");
  if (!THERE.has(entry.dataset.status) || art.querySelector("img")) return;
  const image = new Image();
  image.alt = "";
  image.decoding = "async";
  image.src = entry.dataset.picture;
  art.prepend(image);
}

const changed = new MutationObserver((records) => { for (const { target } of records) show(target); });
for (const entry of document.querySelectorAll("[data-picture]")) {
  if (!isReadOnly) near.observe(entry);
  changed.observe(entry, { attributeFilter: ["data-status"] });
}

// The page is loaded again where something was done: it stays where it was scrolled to.
const box = document.querySelector(".scroll");
const name = `carrel-scroll ${location.pathname}${new URLSearchParams(location.search).get("catalogue")}`;
box.scrollTop = Number(sessionStorage.getItem(name) || 0);
addEventListener("pagehide", () => sessionStorage.setItem(name, box.scrollTop));

// An entry that is chosen, or was until its details were closed, is where somebody goes on; a phone shows the details in the
// place of the others.
const closed = sessionStorage.getItem("carrel-closed");
sessionStorage.removeItem("carrel-closed");
const chosen = document.querySelector(".tile a[aria-current]") ?? [...document.querySelectorAll(".tile a")].find(({ href }) => href === closed);
document.querySelector(".pane-close a")?.addEventListener("click", () => { if (chosen) sessionStorage.setItem("carrel-closed", chosen.href); });
const isSeen = chosen?.getClientRects().length > 0;
(isSeen ? chosen : document.querySelector(".beside h1"))?.focus({ preventScroll: true });
