/* Builds the sentences of the table: the line above the hand, and one for every event. Pure, no DOM. */

import { choicesOf, isDiscarding, isMine, isMyTurn, isOver, nameOf, lastRoundShown } from "./model.js";
import { cardName, characterOf, listOf, say, sayCount } from "./speech.js";

/** Returns the line that says what is going on. */
export function situation(model) {
  const { words, state, delayed } = model;
  if (!state) return words.taking_seats;
  if (isOver(model)) return outcome(model);
  if (!delayed) return present(model);
  return state.seq ? `${words.a_minute_ago} ${present(model)}` : words.seen_a_minute_later;
}

function present(model) {
  if (model.pending) return pendingLine(model);
  if (isDiscarding(model)) return discardLine(model);
  const taken = lastRoundShown(model);
  return [taken && takenLine(model, taken), turnLine(model)].filter(Boolean).join(" ");
}

function pendingLine(model) {
  const { action, card } = model.pending;
  if (action === "pass") return model.words.pass_on_its_way;
  return say(model.words, "card_on_its_way", { card: cardName(model.words, card, model.hello.cards) });
}

/** Returns whose turn it is. */
export function turnLine(model) {
  const { words, state } = model;
  if (!isMyTurn(model)) return say(words, "to_play", { name: namesOf(model, state.view.to_act) });
  return say(words, myTurnKey(model), { character: ledCharacter(state.view) });
}

const ledCharacter = (view) => (view.trick.length ? characterOf(view.trick[0]) : "");

/** Returns the key of the sentence that fits the legal actions. */
function myTurnKey(model) {
  const { view } = model.state;
  if (!view.trick.length) return "turn_lead";
  const { cards, mayPass } = choicesOf(model);
  const follows = view.hand.some((card) => card[0] === view.trick[0][0]) && cards.size > 0;
  return `turn_${follows ? "follow" : "free"}${mayPass ? "_or_pay" : ""}`;
}

function discardLine(model) {
  const { words, state } = model;
  if (isMyTurn(model)) return words.discard_now;
  const names = namesOf(model, state.view.to_act);
  const key = state.view.to_act.length === 1 ? "discard_wait_one" : "discard_wait_other";
  return say(words, key, { name: names, names });
}

const namesOf = (model, seats) =>
  listOf(
    model.words,
    seats.map((seat) => nameOf(model, seat)),
  );

/** "Ada takes the round and 2 gems." */
export function takenLine(model, { winner, gems }) {
  const who = isMine(model, winner) ? "you_take" : "takes";
  const values = { name: nameOf(model, winner) };
  return gems ? sayCount(model.words, `${who}_with_gems`, gems, values) : say(model.words, who, values);
}

/** Returns who has won. */
export function outcome(model) {
  const { words, state } = model;
  const winners = state.result.sides.filter((side) => side.place === 1).flatMap((side) => side.seats);
  if (winners.length === 1 && isMine(model, winners[0])) return words.you_win;
  const key = winners.length === 1 ? "wins_one" : "wins_other";
  return say(words, key, { name: namesOf(model, winners), names: namesOf(model, winners) });
}

/** Returns the announcement of an event. */
export function eventLine(model, event) {
  const { words, hello } = model;
  const mine = event.seat !== undefined && isMine(model, event.seat);
  const name = event.seat !== undefined ? nameOf(model, event.seat) : "";
  if (event.kind === "card") {
    return say(words, mine ? "you_played" : "played", { name, card: cardName(words, event.card, hello.cards) });
  }
  if (event.kind === "pass") return say(words, mine ? "you_passed" : "passed", { name });
  if (event.kind === "discard") return say(words, mine ? "you_discarded" : "discarded", { name });
  if (event.kind === "round") return takenLine(model, event);
  if (event.kind === "trump") return trumpLine(model, event);
  return event.kind === "end" ? words.game_over : "";
}

function trumpLine({ words, hello }, { round, card }) {
  return say(words, "trump_turned", { round, character: characterOf(card), card: cardName(words, card, hello.cards) });
}

/** "3 symbols with a joker: 6 points." */
export function worthLine(words, { symbols, joker, points }) {
  const worth = sayCount(words, "points", points === 1 || points === -1 ? 1 : 2, {
    count: String(points).replace("-", "−"),
  });
  return say(words, joker ? "worth_with_joker" : "worth", {
    symbols: sayCount(words, "symbols", symbols),
    points: worth,
  });
}
