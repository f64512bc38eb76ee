// Documents: pages and pictures to look at closely.
import { startSheets } from "./sheets.js";
import { startZoom } from "./zoom.js";

export function startViewer(detail, navigation) {
  const picture = detail?.querySelector(".picture");
  if (picture) startZoom(picture);
  if (detail?.querySelector(".sheets")) startSheets(detail, navigation);
  const frame = detail?.querySelector("iframe.page");
  if (frame) startFrame(frame);
}

/** Has the Tab key stop at a framed page: the browser passes one without links by, and then no key scrolls it. */
function startFrame(frame) {
  const stop = document.createElement("span");
  stop.tabIndex = 0;
  stop.addEventListener("focus", () => {
    // Backwards, the Tab key has to leave the frame and not come here again.
    stop.tabIndex = -1;
    addEventListener("focus", () => { stop.tabIndex = 0; }, { once: true });
    frame.focus();
  });
  frame.before(stop);
}
