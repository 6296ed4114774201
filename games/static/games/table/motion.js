/* What moves: a card to the middle, a gem across the table, a taken trick to its owner. Nothing ever waits for it. */

import { cardElement } from "./cards.js";
import { make } from "./elements.js";
import { gem } from "./goods.js";
import { isMine } from "./model.js";

const TRAVEL = 240;
// A full trick lies there for a moment before it is taken; whatever happens next cuts that short.
const LIE = 900;
const CALM = matchMedia("(prefers-reduced-motion: reduce)");

let lying = [];

/** Where things are before the next drawing. */
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

/** Shows how the newest events came about. The table is drawn already. */
export function animate(root, model, before) {
  if (CALM.matches || document.hidden || !model.state?.events.length) return;
  const { events, result } = model.state;
  if (result) return clearAway(root); // the score pad has the floor
  takeUp();
  const round = events.find((event) => event.kind === "round");
  if (round) return collect(root, model, before);
  for (const event of events) {
    if (event.kind === "card") arrive(root, event.seat, before.cards.get(event.card));
    if (event.kind === "pass") arrive(root, event.seat, isMine(model, event.seat) ? before.pass : null);
  }
}

function seatBox(root, seat) {
  const element =
    root.querySelector(`.seat[data-seat="${seat}"] .seat__head`) ?? root.querySelector(`.seat[data-seat="${seat}"]`);
  return element?.getBoundingClientRect();
}

/** A card or a gem comes to its place from the hand, or from where its player sits. */
function arrive(root, seat, from) {
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
  return thing.animate(frames, { duration: TRAVEL, easing: "ease-out" });
}

const middleX = (box) => box.left + box.width / 2;
const middleY = (box) => box.top + box.height / 2;

/** The whole trick goes to the winner: copies above the table, which already shows the next round. */
function collect(root, model, before) {
  const { plays, winner } = model.rounds.at(-1);
  const goal = seatBox(root, winner);
  if (!goal) return;
  for (const { seat, card } of plays) {
    const box = before.places.get(seat);
    if (box?.width) lying.push({ ghost: ghostOf(root, model, card, box, before.chips), box, goal });
  }
  lying.timer = setTimeout(takeUp, LIE);
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

function clearAway(root) {
  clearTimeout(lying.timer);
  lying = [];
  for (const ghost of root.querySelectorAll(".ghost")) ghost.remove();
}

function takeUp() {
  clearTimeout(lying.timer);
  for (const { ghost, box, goal } of lying) {
    const way = `translate(${middleX(goal) - middleX(box)}px, ${middleY(goal) - middleY(box)}px) scale(0.4)`;
    const flight = ghost.animate(
      [
        { transform: "none", opacity: 1 },
        { transform: way, opacity: 0.2 },
      ],
      { duration: TRAVEL, easing: "ease-out", fill: "forwards" },
    );
    flight.onfinish = flight.oncancel = () => ghost.remove();
  }
  lying = [];
}
