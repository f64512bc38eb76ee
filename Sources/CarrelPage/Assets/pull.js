// Pulling a list down with a finger brings its catalogue up to date.
import { isReadOnly, say, send } from "./server.js";

// How far the list follows the finger before it counts, in points; half as far as the finger goes.
const FAR = 64;

export function startPull(navigation) {
  if (!navigation.hasPanes || isReadOnly) return;
  const pane = navigation.list.element;
  let start = null;
  let sign = null;

  function end() {
    start = null;
    sign?.remove();
    sign = null;
  }

  pane.addEventListener("touchstart", (event) => {
    end();
    if (event.touches.length === 1 && navigation.list.scrollTop <= 0) start = event.touches[0];
  }, { passive: true });

  pane.addEventListener("touchmove", (event) => {
    if (!start) return;
    const [right, down] = [event.touches[0].clientX - start.clientX, event.touches[0].clientY - start.clientY];
    // The browser scrolls already, or the finger means something else.
    if (!sign && (event.touches.length > 1 || !event.cancelable || down <= Math.abs(right))) { end(); return; }
    event.preventDefault();
    if (!sign) {
      sign = document.createElement("p");
      sign.className = "pull";
      sign.setAttribute("aria-hidden", "true");
      pane.prepend(sign);
    }
    const height = Math.min(Math.max(0, down / 2), FAR * 1.5);
    sign.style.height = `${height}px`;
    sign.textContent = document.body.dataset[height >= FAR ? "textLetGo" : "textPull"];
    sign.classList.toggle("enough", height >= FAR);
  }, { passive: false });

  pane.addEventListener("touchend", () => {
    const isEnough = sign?.classList.contains("enough");
    end();
    if (isEnough) refresh(navigation.list.params.get("catalogue"));
  });
  pane.addEventListener("touchcancel", end);
}

async function refresh(catalogue) {
  const what = new URLSearchParams(catalogue ? { catalogue } : {});
  const answer = await send("/sync", { what: what.toString() }).catch(() => ({ error: document.body.dataset.textUnanswered }));
  if (answer.error) say(answer.error, true);
}
