// A picture in a frame: wheel, pinch, double click, arrows, 0 fits, 1 is full size, drag with inertia.

export function startZoom(frame) {
  const image = frame.querySelector("img");
  let [scale, x, y] = [1, 0, 0];
  let [speedX, speedY] = [0, 0];
  let inertia;
  frame.tabIndex = 0;

  function fit() {
    // At rest the picture is where the layout put it.
    const box = frame.getBoundingClientRect();
    const [width, height] = [image.clientWidth * scale, image.clientHeight * scale];
    const [left, top] = [image.offsetLeft, image.offsetTop];
    x = width <= box.width ? (box.width - width) / 2 - left : Math.min(-left, Math.max(box.width - width - left, x));
    y = height <= box.height ? (box.height - height) / 2 - top : Math.min(-top, Math.max(box.height - height - top, y));
    image.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    // A finger moves what is enlarged; else it scrolls the pane, where there is one.
    frame.style.touchAction = scale > 1 ? "none" : "";
  }

  function zoomTo(value, clientX, clientY) {
    const box = frame.getBoundingClientRect();
    const most = Math.max(4, image.naturalWidth / Math.max(1, image.clientWidth) * 2);
    const next = Math.min(most, Math.max(1, value));
    const px = (clientX ?? box.left + box.width / 2) - box.left - image.offsetLeft;
    const py = (clientY ?? box.top + box.height / 2) - box.top - image.offsetTop;
    x = px - (px - x) * next / scale;
    y = py - (py - y) * next / scale;
    scale = next;
    fit();
  }

  /** At rest: neither enlarged nor moved. */
  function rest() {
    [scale, x, y] = [1, 0, 0];
    fit();
  }

  const full = () => image.naturalWidth / Math.max(1, image.clientWidth) / devicePixelRatio;

  frame.addEventListener("wheel", (event) => {
    const before = scale;
    zoomTo(scale * Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
    // At rest, a wheel that would make it smaller scrolls the pane.
    if (before > 1 || scale > 1 || event.ctrlKey) event.preventDefault();
  }, { passive: false });
  frame.addEventListener("dblclick", (event) => zoomTo(scale > 1 ? 1 : Math.max(2, full()), event.clientX, event.clientY));
  frame.addEventListener("keydown", (event) => {
    const moves = { ArrowLeft: [48, 0], ArrowRight: [-48, 0], ArrowUp: [0, 48], ArrowDown: [0, -48] };
    if (event.key === "0") rest();
    else if (event.key === "1") zoomTo(full());
    else if (event.key === "+") zoomTo(scale * 1.25);
    else if (event.key === "-") zoomTo(scale / 1.25);
    else if (moves[event.key]) { x += moves[event.key][0]; y += moves[event.key][1]; fit(); } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  const pointers = new Map();
  frame.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    cancelAnimationFrame(inertia);
    frame.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
    [speedX, speedY] = [0, 0];
    event.preventDefault();
    frame.focus({ preventScroll: true });
  });
  frame.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const other = [...pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    pointers.set(event.pointerId, event);
    if (other) {
      const was = Math.hypot(before.clientX - other.clientX, before.clientY - other.clientY);
      const is = Math.hypot(event.clientX - other.clientX, event.clientY - other.clientY);
      zoomTo(scale * is / Math.max(1, was), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
      return;
    }
    [speedX, speedY] = [event.clientX - before.clientX, event.clientY - before.clientY];
    x += speedX;
    y += speedY;
    fit();
  });
  function release(event) {
    pointers.delete(event.pointerId);
    if (pointers.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const glide = () => {
      [speedX, speedY] = [speedX * 0.92, speedY * 0.92];
      if (Math.hypot(speedX, speedY) < 0.5) return;
      x += speedX;
      y += speedY;
      fit();
      inertia = requestAnimationFrame(glide);
    };
    glide();
  }
  frame.addEventListener("pointerup", release);
  frame.addEventListener("pointercancel", release);
  new ResizeObserver(fit).observe(frame);
  image.addEventListener("load", fit);
}
