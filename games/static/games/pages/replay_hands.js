/* Draws the open hands of a replay: at their seats on a wide screen, in a list on a phone. */

import { cardElement } from "../table/cards.js";
import { syncChildren, make, setAttributes, setText } from "../table/elements.js";
import { nameOf, seatsFromBottom } from "../table/model.js";
import { say } from "../table/speech.js";
import { isOpen } from "./replay_story.js";

const NARROW = matchMedia("(max-width: 47.99rem), (max-width: 63.99rem) and (max-height: 30rem)");

/** Draws the hands that `eyes` may see, after the table. On a narrow screen they go into `list`. */
export function drawHands(story, { parts, list }, model, { move, eyes }) {
  const hands = story.states[move].hands;
  const [bottom, ...others] = seatsFromBottom(model);
  const shown = (seat) => (isOpen(eyes, seat) ? hands[seat] : []);
  parts.hand.hidden = isOpen(eyes, bottom);
  parts.prompt.hidden = parts.hint.hidden = true;
  const mine = inside(parts.hand.parentElement, "hand");
  drawHand(mine, story, model, bottom, shown(bottom));
  mine.hidden = !isOpen(eyes, bottom); // stays in the layout when it is empty
  for (const seat of others) {
    const place = parts.seats.querySelector(`[data-seat="${seat}"]`);
    drawHand(inside(place, "open-hand"), story, model, seat, NARROW.matches ? [] : shown(seat));
  }
  drawList(list, story, model, NARROW.matches ? others.filter((seat) => isOpen(eyes, seat)) : [], hands);
  markWinners(story, parts, move);
}

/** Returns the list of cards in `parent`, and creates it if a redraw of the seat has removed it. */
function inside(parent, kind) {
  const found = parent.querySelector(":scope > [data-open]");
  if (found) return found;
  const hand = make("ul", { class: `${kind} ${kind}--open`, role: "list", "data-open": true });
  parent.append(hand);
  return hand;
}

function drawHand(hand, { words }, model, seat, cards) {
  hand.hidden = cards.length === 0;
  setAttributes(hand, { "aria-label": say(words, "hand_of", { name: nameOf(model, seat) }) });
  const face = { cards: model.hello.cards, words: model.words };
  syncChildren(hand, [...cards], (card) =>
    make("li", { class: "hand__card", "data-card": card }, cardElement(card, face)),
  );
  hand.style.setProperty("--count", cards.length);
  [...hand.children].forEach((card, index) => card.style.setProperty("--index", index));
}

function drawList(list, story, model, seats, hands) {
  list.hidden = seats.length === 0;
  const rows = syncChildren(list, seats.map(String), () =>
    make("li", { class: "open-hands__row" }, make("bdi", { class: "open-hands__name" })),
  );
  rows.forEach((row, index) => {
    setText(row.firstElementChild, nameOf(model, seats[index]));
    drawHand(inside(row, "open-hand"), story, model, seats[index], hands[seats[index]]);
  });
}

function markWinners({ states }, parts, move) {
  const sides = states[move].result?.sides ?? [];
  const winners = sides.filter(({ place }) => place === 1).flatMap(({ seats }) => seats);
  for (const seat of parts.board.querySelectorAll("[data-seat]"))
    seat.classList.toggle("seat--won", winners.includes(Number(seat.dataset.seat)));
}
