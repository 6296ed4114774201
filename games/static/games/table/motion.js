/* Animates cards, gems and taken tricks. Nothing waits for an animation. */

import { cardElement } from "./cards.js";
import { make } from "./elements.js";
import { gem } from "./goods.js";
import { isMine } from "./model.js";

const FLIGHT_MILLISECONDS = 240;
// How long a full trick is shown before it flies to its winner; the next event ends that.
const TRICK_SHOWN_MILLISECONDS = 900;
const REDUCED_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

let shownTrick = [];

/** Returns where cards and places are, to be called before the next drawing. */
export function capture(root) {
  const boxes = {
    places: new Map(),
    cards: new Map(),
    pass: root.querySelector("[data-pass]")?.getBoundingClientRect(),
    chips: Boolean(root.querySelector(".place__what .playing-card--chip")),
  };
  for (const place of root.querySelectorAll("[data-place]")) {
    boxes.places.set(Number(place.dataset.place), place.querySelector(".place__what").getBoundingClientRect());
  }
  for (const card of root.querySelectorAll("[data-card]"))
    boxes.cards.set(card.dataset.card, card.getBoundingClientRect());
  return boxes;
}

/** Animates the newest events. The table is drawn already. */
export function animate(root, model, before) {
  if (REDUCED_MOTION.matches || document.hidden || !model.state?.events.length) return;
  const { events, result } = model.state;
  if (result) return removeGhosts(root); // the score pad covers the table
  flyTrickToWinner();
  const round = events.find((event) => event.kind === "round");
  if (round) return showTakenTrick(root, model, before);
  for (const event of events) {
    if (event.kind === "card") animateArrival(root, event.seat, before.cards.get(event.card));
    if (event.kind === "pass") animateArrival(root, event.seat, isMine(model, event.seat) ? before.pass : null);
  }
}

function seatBox(root, seat) {
  const element =
    root.querySelector(`.seat[data-seat="${seat}"] .seat__head`) ?? root.querySelector(`.seat[data-seat="${seat}"]`);
  return element?.getBoundingClientRect();
}

/** Animates a card or a gem to its place from the hand, or from its seat. */
function animateArrival(root, seat, from) {
  const thing = root.querySelector(`[data-place="${seat}"] .place__what`);
  const origin = from?.width ? from : seatBox(root, seat);
  if (thing && origin) fly(thing, origin, thing.getBoundingClientRect());
}

function fly(thing, from, to) {
  const [x, y] = [middleX(from) - middleX(to), middleY(from) - middleY(to)];
  const frames = [
    { transform: `translate(${x}px, ${y}px) scale(0.85)`, zIndex: 5 },
    { transform: "none", zIndex: 5 },
  ];
  return thing.animate(frames, { duration: FLIGHT_MILLISECONDS, easing: "ease-out" });
}

const middleX = (box) => box.left + box.width / 2;
const middleY = (box) => box.top + box.height / 2;

/** Shows a taken trick as copies above the table, which shows the next round already. */
function showTakenTrick(root, model, before) {
  const { plays, winner } = model.rounds.at(-1);
  const goal = seatBox(root, winner);
  if (!goal) return;
  for (const { seat, card } of plays) {
    const box = before.places.get(seat);
    if (box?.width) shownTrick.push({ ghost: ghostOf(root, model, card, box, before.chips), box, goal });
  }
  shownTrick.timer = setTimeout(flyTrickToWinner, TRICK_SHOWN_MILLISECONDS);
}

function ghostOf(root, model, card, box, chip) {
  const ghost = make(
    "div",
    { class: "ghost", "aria-hidden": "true" },
    card ? cardElement(card, { cards: model.hello.cards, chip }) : gem(),
  );
  Object.assign(ghost.style, {
    left: `${box.left}px`,
    top: `${box.top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  });
  root.append(ghost);
  return ghost;
}

function removeGhosts(root) {
  clearTimeout(shownTrick.timer);
  shownTrick = [];
  for (const ghost of root.querySelectorAll(".ghost")) ghost.remove();
}

function flyTrickToWinner() {
  clearTimeout(shownTrick.timer);
  for (const { ghost, box, goal } of shownTrick) {
    const way = `translate(${middleX(goal) - middleX(box)}px, ${middleY(goal) - middleY(box)}px) scale(0.4)`;
    const flight = ghost.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: way, opacity: 0.2 },
      ],
      { duration: FLIGHT_MILLISECONDS, easing: "ease-out", fill: "forwards" },
    );
    flight.onfinish = flight.oncancel = () => ghost.remove();
  }
  shownTrick = [];
}
