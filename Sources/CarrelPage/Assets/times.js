// Times by the clock of the reader; what names no zone keeps its own.
const { lang } = document.documentElement;

/** The words for a time as HTML writes it; those that stand there for one that a script cannot read, as of the year 10000. */
function words(written, former) {
  const hasClock = written.includes("T");
  const hasZone = written.endsWith("Z");
  const date = new Date(hasClock && !hasZone ? `${written}Z` : written);
  if (Number.isNaN(date.getTime())) return former;
  const timeZone = hasZone ? undefined : "UTC";
  const day = date.toLocaleDateString(lang, { year: "numeric", month: "short", day: "numeric", timeZone });
  return hasClock ? `${day}, ${date.toLocaleTimeString(lang, { timeStyle: "short", timeZone })}` : day;
}

function tell(part) {
  for (const time of part.querySelectorAll("time[datetime]")) {
    time.textContent = words(time.dateTime, time.textContent);
  }
  // An option holds text alone.
  for (const { dataset, firstChild } of part.querySelectorAll("option[data-datetime]")) {
    firstChild.data = firstChild.data.replace(dataset.words, words(dataset.datetime, dataset.words));
  }
}

export function startTimes() {
  tell(document);
  // Parts of the page that come later.
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) if (node instanceof Element) tell(node);
  }).observe(document.querySelector(".panes"), { childList: true, subtree: true });
}
