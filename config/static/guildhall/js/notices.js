/* The bar "your table": in sight while it has something to say that is not about this very page; said aloud once, and said
   by the title of a tab that nobody looks at. live_page.js fetches it. */

import { showCountdowns } from "./countdown.js";

const bar = document.getElementById("your-table");
const status = document.getElementById("your-table-status");
const SAID = "your-table-said";
const ALTERNATE_MS = 1000;
let ownTitle = null; // while another one alternates with it
let timer = null;

const announcement = () => bar.querySelector("[data-starts-at][data-title]");

function show() {
  bar.hidden = !bar.firstElementChild || bar.querySelector("[data-path]")?.dataset.path === location.pathname;
  showCountdowns();
  sayOnce();
  alternate();
}

/** However many pages are opened until then, and however often the bar is fetched. */
function sayOnce() {
  const { title, startsAt } = announcement()?.dataset ?? {};
  if (!title || sessionStorage.getItem(SAID) === title + startsAt) return;
  sessionStorage.setItem(SAID, title + startsAt);
  status.textContent = title;
}

function alternate() {
  clearTimeout(timer);
  const words = document.hidden && announcement()?.dataset.title;
  if (!words) {
    if (ownTitle !== null) document.title = ownTitle;
    ownTitle = null;
    return;
  }
  ownTitle ??= document.title;
  document.title = document.title === words ? ownTitle : words;
  timer = setTimeout(alternate, ALTERNATE_MS);
}

bar.addEventListener("htmx:afterSettle", show);
document.addEventListener("visibilitychange", alternate);
