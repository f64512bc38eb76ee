// Everything here makes quicker what links and forms do by themselves.
import { startActions } from "./actions.js";
import { startCheck } from "./check.js";
import { startKeys } from "./keys.js";
import { List } from "./list.js";
import { startLive } from "./live.js";
import { Navigation } from "./navigation.js";
import { revealCollection, startPanes } from "./panes.js";
import { startPull } from "./pull.js";
import { sayNotes } from "./server.js";
import { startTimes } from "./times.js";
import { startViewer } from "./viewer.js";

document.documentElement.classList.add("scripted");

// What the address chose is kept: loaded again, it would take back what was chosen since in another tab.
const here = new URL(location);
for (const name of ["language", "theme"]) here.searchParams.delete(name);
if (here.search !== location.search) history.replaceState(history.state, "", here);

const list = new List(document.getElementById("list"));
const navigation = new Navigation(list, () => startViewer(document.getElementById("detail"), navigation));
list.adopt();
startTimes();
startPanes();
startPull(navigation);
startCheck();
sayNotes();
startActions(navigation);
startKeys(navigation, list);
startLive(navigation, list);
startViewer(document.getElementById("detail"), navigation);
navigation.restore();
revealCollection();
navigation.look();
