/* Draws the middle of the table: the trump, the trick in the order of play, and the last round. */

import { backElement, cardElement } from "./cards.js";
import { avatarElement, screenReaderText, make, redrawIfChanged } from "./elements.js";
import { gem } from "./goods.js";
import { isDiscarding, isMine, isOver, nameOf, lastRoundShown } from "./model.js";
import { takenLine } from "./sentences.js";
import { cardName, characterOf, say, sayCount } from "./speech.js";

export function drawMiddle({ middle, round, trump, trick, last }, model) {
  const { view } = model.state;
  redrawIfChanged(round, [view.round, isOver(model)], () => roundWords(model));
  redrawIfChanged(trump, [view.trump, view.pile, view.round, model.narrow], () => trumpParts(model));
  drawTrick(trick, model);
  const taken = lastRoundShown(model);
  middle.classList.toggle("middle--resting", Boolean(taken));
  redrawIfChanged(last, [taken, isOver(model)], () => (taken ? lastRound(model, taken) : []));
}

function roundWords({ words, state }) {
  if (state.result) return words.game_over;
  const { round, rounds } = state.view;
  return round ? say(words, "round_of", { round, rounds }) : words.before_first_round;
}

function trumpParts(model) {
  const { words, hello, state } = model;
  const { trump, pile } = state.view;
  const name = trump ? say(words, "trump_is", { character: characterOf(trump) }) : words.trump_pile;
  const card = trump ? cardElement(trump, { cards: hello.cards, words, chip: model.narrow }) : backElement();
  if (!trump && !pile) return [];
  return [
    card,
    make(
      "div",
      { class: "trump__words" },
      make("p", { class: "trump__name" }, name),
      pile
        ? make(
            "p",
            { class: "trump__pile" },
            make("span", { class: "heap heap--cards", "aria-hidden": "true" }, backElement()),
            sayCount(words, trump ? "pile" : "pile_closed", pile),
          )
        : null,
    ),
  ];
}

/** Draws a place for each player of the round, from the leader on: a card, a gem, or empty. */
function drawTrick(list, model) {
  const { view } = model.state;
  const facts = [
    view.order,
    view.trick,
    view.to_act,
    view.round,
    model.chips,
    isDiscarding(model) && view.discards_made,
  ];
  redrawIfChanged(list, facts, () =>
    isDiscarding(model)
      ? make("li", { class: "trick__story" }, model.words.discard_story)
      : view.order.map((seat, index) => place(model, seat, view.trick[index], index)),
  );
}

function place(model, seat, done, index) {
  const { words, hello, state } = model;
  const kind =
    done === undefined ? (state.view.to_act.includes(seat) ? "next" : "open") : done === "pass" ? "passed" : "played";
  return make(
    "li",
    { class: `place place--${kind}${index === 0 && done ? " place--led" : ""}`, "data-place": seat },
    make(
      "span",
      { class: "place__who" },
      make("span", { class: "place__arms" }, avatarElement(hello.seats[seat].arms)),
      make("bdi", { class: "place__name" }, isMine(model, seat) ? words.you : nameOf(model, seat)),
    ),
    make("span", { class: "place__what" }, what(model, done)),
    make("span", { class: "place__note" }, placeNote(words, done, index)),
  );
}

function what({ words, hello, chips }, done) {
  if (done === undefined) return screenReaderText(words.not_yet);
  if (done === "pass") return [gem(), screenReaderText(words.pays_a_gem)];
  return cardElement(done, { cards: hello.cards, words, chip: chips });
}

function placeNote(words, done, index) {
  if (done === "pass") return words.pass_word;
  return index === 0 && done ? words.led : "";
}

function lastRound(model, round) {
  const plays = round.plays.map(({ seat, card }) => lastPlay(model, seat, card, seat === round.winner));
  return [
    make("p", { class: "last__words" }, model.words.last_round),
    make("ol", { class: "last__plays", role: "list" }, plays),
  ];
}

function lastPlay(model, seat, card, won) {
  const { words, hello } = model;
  const shown = card
    ? cardElement(card, { cards: hello.cards, words, chip: true })
    : [gem(), screenReaderText(words.pays_a_gem)];
  return make(
    "li",
    { class: `last__play${won ? " last__play--won" : ""}`, title: playWords(model, seat, card) },
    make("bdi", { class: "last__name" }, isMine(model, seat) ? words.you : nameOf(model, seat)),
    make("span", { class: "last__what" }, shown),
    won ? make("span", { class: "last__mark" }, takenLine(model, { winner: seat, gems: 0 })) : null,
  );
}

/** "Ada: Enzo 7, Traders". */
export function playWords(model, seat, card) {
  return `${nameOf(model, seat)}: ${card ? cardName(model.words, card, model.hello.cards) : model.words.pays_a_gem}`;
}
