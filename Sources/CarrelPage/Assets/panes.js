// The borders between panes: dragged, or moved with the arrow keys, and remembered; and the library beside the others.

const NEXT = { library: "list", list: "detail" };
const LIMITS = { library: [160, 420], list: [240, 720] };

export function startPanes() {
  // A title that is cut off is told whole where a pointer rests on it.
  document.addEventListener("pointerover", ({ target }) => {
    const title = target.closest(".label, .photo .title, .catalogue h2, .pane-head h1");
    // Letters may stand out of their line a little.
    const isCut = title && (title.scrollWidth > title.clientWidth || title.scrollHeight > title.clientHeight + 8);
    if (title) title.title = isCut ? title.textContent : "";
  });
  for (const name of Object.keys(LIMITS)) {
    const width = Number(localStorage.getItem(`carrel-${name}`));
    if (width) set(name, width);
    if (!document.getElementById(NEXT[name])) continue;
    const divider = document.createElement("div");
    divider.className = `divider after-${name}`;
    divider.tabIndex = 0;
    divider.setAttribute("role", "separator");
    divider.setAttribute("aria-orientation", "vertical");
    divider.setAttribute("aria-label", document.getElementById(name).getAttribute("aria-label"));
    document.querySelector("main").append(divider);
    divider.addEventListener("pointerdown", (event) => drag(name, divider, event));
    divider.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -16, ArrowRight: 16 }[event.key];
      if (step) { set(name, current(name) + step, divider); event.preventDefault(); event.stopPropagation(); }
    });
    const tell = () => describe(divider, name, Math.round(current(name)));
    tell();
    // A page that was loaded in a narrow window did not show how wide the panes are.
    divider.addEventListener("focus", tell);
  }
}

/** Has the library show the chosen collection, where that is out of sight. */
export function revealCollection() {
  const link = document.querySelector("#library [aria-current=true]");
  if (!link?.getClientRects().length) return;
  const [box, own] = [link.closest("#library"), link].map((element) => element.getBoundingClientRect());
  if (own.top < box.top || own.bottom > box.bottom) link.scrollIntoView({ block: "center" });
}

function current(name) { return document.getElementById(name).getBoundingClientRect().width; }

function set(name, width, divider) {
  const [least, most] = LIMITS[name];
  const value = Math.round(Math.min(most, Math.max(least, width)));
  document.documentElement.style.setProperty(`--${name}`, `${value}px`);
  localStorage.setItem(`carrel-${name}`, value);
  if (divider) describe(divider, name, value);
}

function describe(divider, name, value) {
  const [least, most] = LIMITS[name];
  for (const [key, text] of [["valuemin", least], ["valuemax", most], ["valuenow", value]]) divider.setAttribute(`aria-${key}`, text);
}

function drag(name, divider, event) {
  if (event.button) return;
  const start = current(name) - event.clientX;
  divider.setPointerCapture(event.pointerId);
  const move = (moved) => set(name, start + moved.clientX, divider);
  divider.addEventListener("pointermove", move);
  divider.addEventListener("lostpointercapture", () => divider.removeEventListener("pointermove", move), { once: true });
}
