/* <time data-countdown datetime="2030-05-01T18:00:00Z">: counts down by the server's clock, then says "now". Without
   `datetime` the nearest [data-starts-at] around it says when. Further off than a day, it stays as it was written. */

const DAY_MS = 24 * 3600 * 1000;
let ahead = 0;

/** Sockets tell what time it is: the clock of a phone may be minutes off. */
export function noteServerTime(milliseconds) {
  ahead = milliseconds - Date.now();
}

const now = () => Date.now() + ahead;
const two = (number) => String(number).padStart(2, "0");

/** m:ss, or h:mm:ss from an hour on. */
export function timeLeft(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function show(element) {
  const until = Date.parse(element.getAttribute("datetime") ?? element.closest("[data-starts-at]")?.dataset.startsAt);
  const left = until - now();
  if (Number.isNaN(left) || left > DAY_MS) return;
  const text = left > 0 ? timeLeft(left) : (element.dataset.now ?? document.body.dataset.now ?? timeLeft(0));
  if (element.textContent !== text) element.textContent = text;
}

/** Shows every countdown on the page as it is now. */
export function showCountdowns() {
  document.querySelectorAll("[data-countdown]").forEach(show);
}

function tick() {
  showCountdowns();
  setTimeout(tick, 1000 - (now() % 1000));
}

tick();
