// A map in the place of a plan, where the profile names a server of tiles. The plan comes back if that does not answer.
// The names of more pins would cover each other: they are shown as one points at them.
const NAMED = 6;
// Near enough to find a door.
const NEAR = 17;

const figures = document.querySelectorAll(".plan[data-tiles]");
if (figures.length) start();

async function start() {
  const styles = document.createElement("link");
  styles.rel = "stylesheet";
  styles.href = new URL("./leaflet.css", import.meta.url);
  // The map measures its box as it begins.
  const styled = new Promise((done) => { styles.onload = done; });
  // Ours come after it, and have the last word.
  document.head.prepend(styles);
  await Promise.all([styled, import("./leaflet.js")]);
  for (const figure of figures) show(figure, window.L);
}

function show(figure, L) {
  const plan = figure.querySelector("svg");
  const box = document.createElement("div");
  box.className = "map";
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", figure.dataset.map);
  plan.before(box);
  plan.toggleAttribute("hidden", true);
  const furthest = Number(figure.dataset.maxZoom);
  const map = L.map(box, {
    attributionControl: false, zoomControl: false, maxZoom: furthest,
    zoomAnimation: !matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  L.control.zoom({ zoomInTitle: figure.dataset.larger, zoomOutTitle: figure.dataset.smaller, position: "bottomright" }).addTo(map);
  L.control.scale({ imperial: false }).addTo(map);
  const pins = [...figure.querySelectorAll("[data-latitude]")];
  const points = pins.map((pin) => [Number(pin.dataset.latitude), Number(pin.dataset.longitude)]);
  if (points.length === 1) map.setView(points[0], Math.min(NEAR, furthest));
  else map.fitBounds(points, { padding: [48, 48], maxZoom: Math.min(NEAR, furthest), animate: false });
  addTiles(L, figure, map, () => {
    map.remove();
    box.remove();
    plan.toggleAttribute("hidden", false);
    figure.querySelector(".map-credit")?.remove();
    figure.querySelector(".map-failed").hidden = false;
  });
  pins.forEach((pin, index) => {
    const icon = L.divIcon({ className: "pin-number", html: String(index + 1), iconSize: [20, 20] });
    // The list below names the pins for whoever does not see the map.
    const marker = L.marker(points[index], { icon, keyboard: false }).addTo(map);
    const name = document.createElement("bdi");
    name.textContent = pin.querySelector(".name").textContent;
    marker.bindTooltip(name, { permanent: pins.length <= NAMED, direction: "top", offset: [0, -12], className: "pin-name" });
  });
}

/** Adds the tiles; calls `fail` if the first of them have all been asked for in vain. */
function addTiles(L, figure, map, fail) {
  let came = 0;
  let failed = 0;
  const tiles = L.tileLayer(figure.dataset.tiles, { maxZoom: Number(figure.dataset.maxZoom), detectRetina: false });
  tiles.on("tileload", () => { came += 1; });
  tiles.on("tileerror", () => { failed += 1; });
  // Every tile in view has come or failed; Leaflet is not done with the last one yet.
  tiles.on("load", () => { if (!came && failed) setTimeout(fail); });
  tiles.addTo(map);
}
