// Documents: pages and pictures to look at closely.
import { startSheets } from "./sheets.js";
import { startZoom } from "./zoom.js";

export function startViewer(detail, navigation) {
  const picture = detail?.querySelector(".picture");
  if (picture) startZoom(picture);
  if (detail?.querySelector(".sheets")) startSheets(detail, navigation);
}
