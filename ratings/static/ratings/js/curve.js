/* The curve under a finger: the nearest game shows itself, arrow keys walk along the line, a press opens the game below.
   Without this file every point is a link with a title, and leads to the same page; hours are those of UTC. */

function enliven(figure) {
  const points = [...figure.querySelectorAll(".curve__point")];
  const card = figure.querySelector("[data-curve-card]");
  const plot = figure.querySelector(".curve__plot");
  if (!points.length) return;
  points.forEach(takeTitle);
  figure.querySelectorAll("[data-hour]").forEach(tellHour);
  roam(points, chosenOf(points));

  const show = (point) => {
    for (const one of points) one.classList.toggle("curve__point--near", one === point);
    card.hidden = !point;
    if (!point) return;
    card.textContent = point.getAttribute("aria-label");
    card.style.setProperty("--x", point.dataset.x);
    card.style.setProperty("--y", point.dataset.y);
    card.classList.toggle("curve__card--below", Number(point.dataset.y) < 45);
  };

  plot.addEventListener("pointermove", (event) => show(nearest(plot, points, event.clientX)));
  plot.addEventListener("pointerleave", () => show(null));
  plot.addEventListener("focusin", (event) => show(event.target.closest(".curve__point")));
  plot.addEventListener("focusout", () => show(null));
  plot.addEventListener("keydown", (event) => walk(event, points));
  plot.addEventListener("click", (event) => {
    const point = event.target.closest(".curve__point") ?? nearest(plot, points, event.clientX);
    if (!isPlain(event)) return;
    event.preventDefault();
    open(point, points);
  });
}

/** Our own card replaces the browser's slow one; the words stay the link's name. */
function takeTitle(point) {
  const title = point.querySelector("title");
  point.setAttribute("aria-label", title.textContent.replace(/\s+/g, " ").trim());
  title.remove();
}

/** By the reader's own clock, which the server does not know. */
function tellHour(mark) {
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });
  mark.textContent = time.format(new Date(mark.dataset.hour));
}

const chosenOf = (points) => points.find((point) => point.hasAttribute("aria-current")) ?? points.at(-1);
const isPlain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button);

/** One stop for the tab key; the arrows do the rest. */
function roam(points, stop) {
  for (const point of points) point.setAttribute("tabindex", point === stop ? "0" : "-1");
}

function nearest(plot, points, clientX) {
  const { left, width } = plot.getBoundingClientRect();
  const x = (100 * (clientX - left)) / width;
  return points.reduce((best, point) => (Math.abs(point.dataset.x - x) < Math.abs(best.dataset.x - x) ? point : best));
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

function walk(event, points) {
  const step = STEPS[event.key];
  const at = points.indexOf(document.activeElement);
  if (step === undefined || at < 0) return;
  event.preventDefault();
  const next = points[Math.min(points.length - 1, Math.max(0, at + step))];
  roam(points, next);
  next.focus();
}

/** Fetches the game, puts it in place of the one that is shown, and brings it into view. */
async function open(point, points) {
  const address = point.getAttribute("href");
  const shown = document.getElementById("game");
  try {
    const response = await fetch(address, { headers: { "X-Part": "game" } });
    if (!response.ok) throw new Error(response.statusText);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    shown.replaceChildren(...page.getElementById("game").childNodes);
  } catch {
    location.href = address;
    return;
  }
  for (const one of points) {
    one.classList.toggle("curve__point--chosen", one === point);
    if (one !== point) one.removeAttribute("aria-current");
  }
  point.setAttribute("aria-current", "true");
  roam(points, point);
  history.replaceState(null, "", address.replace(/#.*/, ""));
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  shown.scrollIntoView({ block: "nearest", behavior: still ? "instant" : "smooth" });
}

for (const figure of document.querySelectorAll("[data-curve]")) enliven(figure);
