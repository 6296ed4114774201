/* Draws the dialog of the rounds so far, newest first. */

import { cardElement } from "./cards.js";
import { screenReaderText, make, redrawIfChanged } from "./elements.js";
import { gem } from "./goods.js";
import { isMine, nameOf, trumpOf } from "./model.js";
import { takenLine } from "./sentences.js";
import { characterOf, say } from "./speech.js";

export function drawHistory(dialog, model) {
  redrawIfChanged(dialog, [model.rounds.length, model.rounds.at(-1)?.number, model.state.view.trumps_turned[0]], () => [
    make("h2", { class: "dialog__title", tabindex: "-1", autofocus: true }, model.words.rounds_so_far),
    model.rounds.length ? roundList(model) : make("p", {}, model.words.no_rounds_yet),
    make(
      "div",
      { class: "dialog__actions" },
      make("button", { class: "button", type: "button", "data-dialog-close": true }, model.words.close),
    ),
  ]);
}

const roundList = (model) =>
  make(
    "ol",
    { class: "rounds", role: "list" },
    [...model.rounds].reverse().map((round) => roundElement(model, round)),
  );

function roundElement(model, round) {
  const { words } = model;
  const trump = trumpOf(model, round);
  const title = say(words, "round_number", { round: round.number });
  return make(
    "li",
    { class: "rounds__round" },
    make(
      "h3",
      { class: "rounds__title" },
      title,
      trump
        ? make("span", { class: "rounds__trump" }, say(words, "trump_is", { character: characterOf(trump) }))
        : null,
    ),
    make(
      "ol",
      { class: "rounds__plays", role: "list" },
      round.plays.map((play) => playElement(model, play, round.winner)),
    ),
    make("p", { class: "rounds__taken" }, takenLine(model, round)),
  );
}

function playElement(model, { seat, card }, winner) {
  const { words, hello } = model;
  const shown = card
    ? cardElement(card, { cards: hello.cards, words, chip: true })
    : make("span", { class: "rounds__pass" }, gem(), screenReaderText(words.pays_a_gem));
  return make(
    "li",
    { class: `rounds__play${seat === winner ? " rounds__play--won" : ""}` },
    make("bdi", { class: "rounds__name" }, isMine(model, seat) ? words.you : nameOf(model, seat)),
    shown,
  );
}
