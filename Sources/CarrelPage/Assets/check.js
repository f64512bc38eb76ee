// A verification is shown as it goes on.
import { part } from "./server.js";

const EVERY = 700;

export function startCheck() {
  const pane = document.getElementById("list");
  if (!pane?.querySelector("[data-running]")) return;
  const look = async () => {
    const html = await part("/verify", {}, "page").catch(() => null);
    if (html !== null) pane.querySelector(":scope > .scroll").outerHTML = html;
    if (pane.querySelector("[data-running]")) { setTimeout(look, EVERY); return; }
    document.getElementById("announcer").textContent = pane.querySelector(".outcome")?.textContent ?? "";
  };
  setTimeout(look, EVERY);
}
