// A photo fills the window: no unused margins until somebody zooms or asks for the whole photo.
import { isReadOnly, seen, send } from "./server.js";
import { startZoom } from "./zoom.js";

document.documentElement.classList.add("scripted");
const frame = document.querySelector(".window");
const image = frame.querySelector("img");
const whole = document.querySelector("button.fill");
let fills = true;

function size() {
  if (!image.naturalWidth) return;
  const across = frame.clientWidth / image.naturalWidth;
  const down = frame.clientHeight / image.naturalHeight;
  const scale = fills ? Math.max(across, down) : Math.min(across, down);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  // The middle of the photo is in the middle of the window.
  Object.assign(image.style, {
    position: "absolute", maxWidth: "none", maxHeight: "none", width: `${width}px`, height: `${height}px`,
    left: `${(frame.clientWidth - width) / 2}px`, top: `${(frame.clientHeight - height) / 2}px`,
  });
}

if (image) {
  // First the size, then what zooming makes of it: observers are called in this order.
  new ResizeObserver(size).observe(frame);
  image.addEventListener("load", size);
  size();
  startZoom(frame);
  frame.focus();
  seen(location.search.slice(1));
  whole.addEventListener("click", () => {
    fills = !fills;
    whole.setAttribute("aria-pressed", String(!fills));
    size();
    frame.dispatchEvent(new KeyboardEvent("keydown", { key: "0" }));
  });
} else {
  whole.hidden = true;
  fetchPhoto(document.querySelector("form[action='/get']"));
}

/** Whether nothing, or only a part of it, is there. */
function isAway() { return ["available", "paused"].includes(document.body.dataset.status); }

/** Fetches a photo that is not stored, unless that goes on already, and shows it when it is there. */
async function fetchPhoto(form) {
  const line = frame.querySelector(".empty");
  if (form && !isReadOnly && isAway()) {
    const answer = await send("/get", Object.fromEntries(new FormData(form))).catch(() => ({ error: document.body.dataset.textUnanswered }));
    if (answer.error) { line.textContent = answer.error; return; }
  }
  if (isReadOnly && isAway()) return;
  // A browser has few connections to a server for all its tabs: a photo that is awaited holds none of them.
  const page = document.body.dataset;
  for (let pause = 100; isAway() || page.status === "downloading"; pause = Math.min(2 * pause, 1000)) {
    const before = page.status;
    await new Promise((resolve) => setTimeout(resolve, pause));
    await look(line);
    // Somebody cancelled it.
    if (before === "downloading" && isAway()) return;
  }
}

/** Shows what has become of the photo. */
async function look(line) {
  const answer = await fetch(location.href).catch(() => null);
  // A server that is busy, or not there, is asked again.
  if (!answer || answer.status === 429 || answer.status >= 500) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.body.dataset.status = page.body.dataset.status ?? "";
  if (page.querySelector(".window img")) { location.reload(); return; }
  const words = page.querySelector(".window .empty")?.textContent ?? line.textContent;
  if (line.textContent !== words) line.textContent = words;
}

// Arrows move a photo that was enlarged; where nothing is enlarged, n and p lead on, and Escape leads back.
document.addEventListener("keydown", (event) => {
  if (event.metaKey || event.ctrlKey || event.altKey) return;
  const rel = { n: "next", p: "prev", j: "next", k: "prev", PageDown: "next", PageUp: "prev", Escape: "up" }[event.key];
  const link = rel && document.querySelector(`.window-bar a[rel="${rel}"]`);
  if (link) { event.preventDefault(); location.replace(link.href); }
});
