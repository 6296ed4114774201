// Counts down to the start of a table, on its page and in the title of its tab. Times are the server's: what this device's
// clock says is corrected by the time at which the page was made.
const TITLE = document.title;
const TICK_MILLISECONDS = 250;
const corrections = new WeakMap();

const two = (number) => String(number).padStart(2, "0");

function written(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  return hours ? `${hours}:${two(minutes % 60)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How far this device's clock is behind the server's, as the page has told when it was shown first. */
function correctionOf(clock) {
  if (!corrections.has(clock)) corrections.set(clock, Number(clock.dataset.now) - Date.now());
  return corrections.get(clock);
}

function showLocalTime() {
  for (const time of document.querySelectorAll("[data-local-time]")) {
    const format = { dateStyle: "medium", timeStyle: "short" };
    const text = new Date(time.dateTime).toLocaleString(document.documentElement.lang, format);
    if (time.textContent !== text) time.textContent = text;
  }
}

function tick() {
  const clock = document.querySelector("[data-countdown]");
  if (!clock) return;
  const left = Number(clock.dataset.startsAt) - Date.now() - correctionOf(clock);
  const text = left > 0 ? written(left) : clock.dataset.due;
  if (clock.textContent !== text) clock.textContent = text;
  clock.hidden = false;
  document.title = `${text} · ${TITLE}`;
  showLocalTime();
}

tick();
setInterval(tick, TICK_MILLISECONDS);
