/* Turns replay.json into a model for every move, and into sentences. Pure, no DOM. */

import { emptyModel, nameOf, roundsOf } from "../table/model.js";
import { eventLine, outcome } from "../table/sentences.js";
import { characterOf, say, valueOf } from "../table/speech.js";

export const EVERYONE = "everyone";
export const NOBODY = "nobody";
const DISCARD = "discard ";

/** Returns the story: `replay` is replay.json, the texts of table and replay come from the page. */
export function storyOf(replay, tableWords, words) {
  const { hello, states } = replay;
  return { hello, states, last: states.length - 1, tableWords, words };
}

/** Returns whose view a text names: a seat, NOBODY, or else EVERYONE. */
export function eyesFrom(story, text) {
  if (text === NOBODY) return NOBODY;
  return /^\d$/.test(text ?? "") && Number(text) < story.hello.seats.length ? Number(text) : EVERYONE;
}

export const isOpen = (eyes, seat) => eyes === EVERYONE || eyes === seat;

/** Returns the model for drawTable. It has no result, because the page shows the score pad already. */
export function modelAt(story, move, eyes) {
  const { hello, states } = story;
  const seat = typeof eyes === "number" ? eyes : null;
  const { seq, view, events } = states[move];
  const told = states.slice(0, move + 1).flatMap((state) => state.events);
  return {
    ...emptyModel(wordsFor(story, seat)),
    hello,
    seat,
    events: told,
    rounds: roundsOf(told),
    state: { seq, events, result: null, view: seat === null ? view : viewOf(story, move, seat) },
  };
}

/** Returns the view with an empty hand: the table's own hand is for playing, replay_hands.js draws the open ones. */
function viewOf({ states }, move, seat) {
  const put = states.slice(0, move + 1).find((state) => state.seat === seat && state.action.startsWith(DISCARD));
  return { ...states[move].view, seat, hand: [], legal: [], discarded: put ? put.action.slice(DISCARD.length) : null };
}

/** Returns the texts of the table with the name of the player at the bottom instead of "you". */
function wordsFor({ hello, tableWords, words }, seat) {
  if (seat === null) return tableWords;
  const { name } = hello.seats[seat];
  const named = (key) => say(tableWords, key, { name });
  return {
    ...tableWords,
    you: name,
    your_place: name,
    your_partner: named("with_partner"),
    you_put: words.lies_in_pile,
    you_take: named("takes"),
    you_take_with_gems_one: named("takes_with_gems_one"),
    you_take_with_gems_other: named("takes_with_gems_other"),
  };
}

/** Returns a move as text: "Ada plays Enzo 7, Traders. Ada takes the round." */
export function lineAt(story, move, eyes) {
  return sentencesAt(story, move, eyes, ["card", "pass", "discard", "round"]);
}

/** Returns a move as text for screen readers, with its number and the next trump. */
export function spokenAt(story, move, eyes) {
  const number = say(story.words, "move_of", { number: move, count: story.last });
  return `${number}. ${sentencesAt(story, move, eyes, ["card", "pass", "discard", "round", "trump"])}`;
}

function sentencesAt(story, move, eyes, kinds) {
  const state = story.states[move];
  const model = { ...modelAt(story, move, NOBODY), state };
  if (!move) return say(story.words, "dealt", { name: nameOf(model, state.view.first_leader) });
  const lines = state.events
    .filter(({ kind }) => kinds.includes(kind))
    .map((event) => (event.kind === "discard" ? discardLine(story, model, eyes) : eventLine(model, event)));
  lines[0] = byWhom(story, state, lines[0]);
  if (state.result) lines.push(outcome(model));
  return lines.join(" ");
}

function discardLine(story, model, eyes) {
  const { seat, action } = model.state;
  if (!isOpen(eyes, seat)) return eventLine(model, { kind: "discard", seat });
  const put = action.slice(DISCARD.length);
  const card = `${characterOf(put)} ${valueOf(put)}`;
  return say(story.words, "puts_card", { name: nameOf(model, seat), card });
}

const byWhom = ({ words }, { by }, sentence) =>
  by === "clock" || by === "bot" ? say(words, `by_${by}`, { move: sentence }) : sentence;

/** Returns the moves that end a round, for the marks below the slider. */
export function roundEnds({ states }) {
  return states.flatMap(({ events }, move) => (events.some(({ kind }) => kind === "round") ? [move] : []));
}

/** Returns the views to choose from. */
export function eyesOf({ hello, words }) {
  const seats = hello.seats.map(({ seat, name }) => [String(seat), name]);
  return [[EVERYONE, words.everyone], ...seats, [NOBODY, words.passer_by]];
}
