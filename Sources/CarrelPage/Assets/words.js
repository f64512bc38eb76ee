// The words over the pictures of pages, read as a page comes into view.
import { read } from "./server.js";

export class PageWords {
  /** `wanted` gives what somebody looks for, or nothing. */
  constructor(wanted) {
    this.wanted = wanted;
    this.layers = new Map();
  }

  /** Lays the words over a page; gives their layer, or `null` if there are none. */
  load(sheet) {
    const wanted = this.wanted() || "";
    const known = this.layers.get(sheet);
    if (known?.wanted === wanted) return known.layer;
    const layer = this.#read(sheet, wanted);
    this.layers.set(sheet, { wanted, layer });
    return layer;
  }

  /** Reads the layers again that show what was looked for before. */
  refresh() {
    for (const sheet of this.layers.keys()) this.load(sheet);
  }

  async #read(sheet, wanted) {
    try {
      const url = new URL(sheet.dataset.words, location);
      if (wanted) url.searchParams.set("find", wanted);
      const html = await read(url);
      // Somebody looks for something else by now.
      if (this.layers.get(sheet)?.wanted !== wanted) return null;
      const fresh = new DOMParser().parseFromString(html, "text/html").querySelector("svg");
      sheet.querySelector(".layer")?.remove();
      if (!fresh) return null;
      const layer = document.adoptNode(fresh);
      sheet.querySelector(".paper").append(layer);
      return layer;
    } catch {
      // The picture is there all the same; the next look tries again.
      this.layers.delete(sheet);
      return null;
    }
  }
}
