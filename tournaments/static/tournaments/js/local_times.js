/* Times in the reader's own zone: <time datetime="…" data-local-time="medium"> is written anew, and
   <span data-own-time="2030-05-01T18:00:00Z" hidden> says it beside the event's where the clocks differ. */

const LANGUAGE = document.documentElement.lang || undefined;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function words(date, length) {
  const format = { dateStyle: length, timeStyle: "short" };
  return new Intl.DateTimeFormat(LANGUAGE, format).format(date);
}

function clockIn(timeZone, date) {
  return new Intl.DateTimeFormat("en", { timeZone, dateStyle: "short", timeStyle: "short" }).format(date);
}

function zoneWords(date) {
  const parts = new Intl.DateTimeFormat(LANGUAGE, { timeZoneName: "short" }).formatToParts(date);
  return parts.find((part) => part.type === "timeZoneName")?.value ?? "";
}

function show(root) {
  for (const time of root.querySelectorAll("time[data-local-time]")) {
    const date = new Date(time.dateTime);
    time.textContent = words(date, time.dataset.localTime);
    time.title = zoneWords(date);
  }
  for (const place of root.querySelectorAll("[data-own-time]")) {
    const date = new Date(place.dataset.ownTime);
    place.textContent = `(${place.dataset.words} ${words(date, "medium")} ${zoneWords(date)})`;
    place.hidden = clockIn(place.dataset.zone, date) === clockIn(zone, date);
  }
  // A form for a time that somebody types: they mean their own clock.
  for (const select of root.querySelectorAll("select[data-own-zone]")) {
    if (!select.dataset.chosen && [...select.options].some((option) => option.value === zone)) select.value = zone;
    select.dataset.chosen = "yes";
  }
}

show(document);
document.addEventListener("htmx:afterSettle", () => show(document));
