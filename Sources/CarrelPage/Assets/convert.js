// The converter answers each key: the server converts, so that page and terminal never differ.
const form = document.querySelector("form.converter");
const number = form.elements.number;
const result = document.getElementById("result");
const note = form.querySelector(".note-line");
let waiting;

/** Sends the fields, with a key that was tapped, and shows what comes back. */
async function convert(key) {
  const fields = new URLSearchParams(new FormData(form));
  const sent = number.value;
  waiting?.abort();
  waiting = new AbortController();
  const query = new URLSearchParams(fields);
  if (key) query.set("key", key);
  let answer;
  try {
    const response = await fetch(`/convert.json?${query}`, { signal: waiting.signal });
    if (!response.ok) throw new Error(String(response.status));
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") return;
    // The result of what stood there before would be taken for that of what stands there now.
    [result.textContent, note.textContent] = ["", document.body.dataset.textUnanswered];
    return;
  }
  // Whoever types on meanwhile keeps what was typed.
  if (number.value === sent && number.value !== answer.number) number.value = answer.number;
  result.textContent = answer.result;
  note.textContent = answer.note;
  for (const name of ["from", "to"]) show(form.elements[name], answer.units, answer[name], answer.category);
  form.querySelector(".thousand").hidden = answer.category !== "data";
  query.delete("key");
  for (const name of ["number", "from", "to", "category"]) query.set(name, answer[name]);
  history.replaceState(history.state, "", `/convert?${query}`);
}

function show(list, units, chosen, category) {
  if ([...list.options].map((option) => option.value).join() !== units.join()) {
    list.replaceChildren(...units.map((unit) => new Option(category === "temperature" && unit !== "K" ? `°${unit}` : unit, unit)));
  }
  list.value = chosen;
}

// Digits with one decimal point; where there are points and commas, the others set thousands apart.
const NUMBER = /^[-−+0-9\s]*([-−+0-9.\s]*,[-−+0-9\s]*|[-−+0-9,\s]*\.[-−+0-9\s]*)?$/;

// What is no number is not typed at all, and a second point neither.
number.addEventListener("beforeinput", (event) => {
  if (!event.data) return;
  const rest = number.value.slice(0, number.selectionStart) + number.value.slice(number.selectionEnd);
  if (!NUMBER.test(event.data) || (/[.,]/.test(event.data) && /[.,]/.test(rest))) event.preventDefault();
});
number.addEventListener("input", () => convert());
form.addEventListener("change", (event) => { if (event.target !== number) convert(); });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  convert(event.submitter?.name === "key" ? event.submitter.value : undefined);
});

// A phone has no room for whole lists: there they open when they are tapped.
const narrow = matchMedia("(max-width: 699px)");
function fold() { for (const name of ["from", "to"]) form.elements[name].size = narrow.matches ? 1 : 9; }
narrow.addEventListener("change", fold);
fold();
