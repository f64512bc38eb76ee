// The line that is now moves with the clock of the server, as far as this browser's clock goes along with it.
const table = document.querySelector("table.hours");

function place() {
  const now = new Date();
  const day = (now.getDay() + 6) % 7 + 1;
  const cell = table.querySelector(`tr[data-hour="${now.getHours()}"] td[data-day="${day}"].today`);
  const old = table.querySelector(".now-line");
  if (!cell) { old?.remove(); return; }
  const line = old ?? Object.assign(document.createElement("div"), { innerHTML: "<span></span>" });
  line.className = "now-line";
  line.firstElementChild.textContent = table.dataset.now;
  line.style.top = `${now.getMinutes() / 60 * 100}%`;
  if (line.parentElement !== cell) cell.prepend(line);
}

// A browser elsewhere on the Earth leaves the line to the server.
if (table) {
  const server = Number(table.dataset.minutes);
  const now = new Date();
  if (Math.abs(now.getHours() * 60 + now.getMinutes() - server) <= 2) {
    place();
    setInterval(place, 60_000);
  }
}
