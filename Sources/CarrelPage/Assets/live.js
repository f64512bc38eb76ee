// What changes while the page is open: one connection for all tabs of a browser. Where there are no locks, as without
// encryption, each tab has its own while it is seen: a browser has few connections to a server.
import { renewToken, say } from "./server.js";

export function startLive(navigation, list) {
  const channel = navigator.locks && "BroadcastChannel" in window ? new BroadcastChannel("carrel") : null;
  let number = document.body.dataset.number;
  let heard = Number(document.body.dataset.turn);
  let [source, again] = [];

  function take(name, id, data) {
    if (id) number = id;
    handlers[name]?.(data);
  }

  const handlers = {
    status: ({ items }) => { for (const item of items) showStatus(item, navigation, list); },
    activity: ({ text }) => { activity = text || ""; show(); },
    // The library was taken away: what is shown stays, and is read again when it is back.
    trouble: ({ text }) => {
      const isBack = trouble && !text;
      trouble = text || "";
      show();
      if (isBack) navigation.catchUp();
    },
    // Another tab was made before the last change or sentence, and listens only since that was told.
    opened: ({ since, turn }) => {
      const isBehind = Number(since) < Number(number);
      if (!source || !(isBehind || turn < heard)) return;
      if (isBehind) number = since;
      connect();
    },
    // Whoever begins to listen is told the last ones, heard or not.
    message: ({ text, isError, turn }) => {
      if (turn <= heard) return;
      heard = turn;
      say(text, isError);
    },
    library: ({ relists }) => {
      // The first catalogue came: the page of an empty library has no list to show it in.
      if (navigation.panes.dataset.pane === "empty") { location.reload(); return; }
      soon("library", () => navigation.refreshLibrary());
      if (relists && navigation.hasPanes) soon("list", () => list.refresh());
    },
    // A connection that only ended, as where somebody signs out, is there again in a second.
    offline: () => { isOffline = true; late ??= setTimeout(show, 2500); },
    online: () => {
      const isBack = isOffline;
      clearTimeout(late);
      [isOffline, activity, late] = [false, "", undefined];
      show();
      if (!isBack) return;
      // Another server may have taken the place of the one that made the forms.
      renewToken().catch(() => {});
      navigation.catchUp();
    },
  };
  let [isOffline, trouble, activity, late] = [false, "", "", undefined];
  function show() {
    const text = isOffline ? document.body.dataset.textOffline : trouble || activity;
    const line = document.getElementById("activity");
    if (line.textContent !== text) line.textContent = text;
  }

  const waiting = new Map();
  function soon(name, work) {
    if (waiting.has(name)) return;
    waiting.set(name, setTimeout(() => { waiting.delete(name); work(); }, 300));
  }

  function tell(name, id, data) {
    take(name, id, data);
    channel?.postMessage({ name, id, data });
  }
  channel?.addEventListener("message", ({ data }) => take(data.name, data.id, data.data));

  function connect() {
    source?.close();
    clearTimeout(again);
    if (!navigator.locks && document.hidden) { isOffline = true; return; }
    source = new EventSource(`/events?since=${encodeURIComponent(number)}`);
    for (const name of ["status", "activity", "trouble", "message", "library"]) {
      source.addEventListener(name, (event) => tell(name, event.lastEventId, JSON.parse(event.data)));
    }
    source.onopen = () => tell("online", "", {});
    source.onerror = () => {
      tell("offline", "", {});
      if (source.readyState !== EventSource.CLOSED) return;
      renewToken().catch(() => {});
      again = setTimeout(connect, 2000);
    };
  }

  // Whoever has the lock listens for all; when its tab is closed, another one takes over where it was.
  if (navigator.locks) {
    navigator.locks.request("carrel-live", () => { connect(); return new Promise(() => {}); });
    channel?.postMessage({ name: "opened", data: { since: number, turn: heard } });
  } else {
    document.addEventListener("visibilitychange", connect);
    connect();
  }
}

const ENDED = new Set(["stored", "new", "updated", "failed", "setAside", "paused"]);

function showStatus(item, navigation, list) {
  for (const row of list.named(item.key)) setStatus(row, item);
  for (const row of document.querySelectorAll(`.rows.plain [data-key="${CSS.escape(item.key)}"]`)) setStatus(row, item);
  const article = document.querySelector(`article[data-key="${CSS.escape(item.key)}"]`);
  if (!article) return;
  const before = article.dataset.status;
  setStatus(article, item);
  const isOther = before !== item.status && (ENDED.has(item.status) || item.status === "downloading" || before === "downloading");
  // Only who marks a document as unread makes a stored one new, and who reads it a new one stored.
  const isMark = before === "stored" ? item.status === "new" : item.status === "stored" && ["new", "updated"].includes(before);
  if (isOther) navigation.refreshDetail(!isMark);
}

function setStatus(element, item) {
  element.dataset.status = item.status;
  const status = element.querySelector(".status");
  status.dataset.status = item.status;
  status.querySelector(".words").textContent = item.words;
  let progress = element.querySelector(":scope > progress, :scope > header > progress");
  if (item.status !== "downloading") { progress?.remove(); return; }
  if (!progress) {
    progress = document.createElement("progress");
    progress.setAttribute("aria-hidden", "true");
    (element.querySelector(":scope > header") ?? element).append(progress);
  }
  progress.max = 100;
  if (item.fraction === undefined) progress.removeAttribute("value"); else progress.value = item.fraction * 100;
}
