// Shows the time left until a sealed table starts in the title of the tab, and its start in local time.
// guildhall/js/countdown.js counts.
const TITLE = document.title;
const TICK_MILLISECONDS = 500;

function showLocalTime() {
  for (const time of document.querySelectorAll("[data-local-time]")) {
    const format = { dateStyle: "medium", timeStyle: "short" };
    const text = new Date(time.dateTime).toLocaleString(document.documentElement.lang, format);
    if (time.textContent !== text) time.textContent = text;
  }
}

function tick() {
  const left = document.querySelector(".countdown [data-countdown]")?.textContent;
  if (left) document.title = `${left} · ${TITLE}`;
  showLocalTime();
}

tick();
setInterval(tick, TICK_MILLISECONDS);
