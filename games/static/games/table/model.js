/* The table as it is known: folds the server's messages into what is to be drawn. Pure, no DOM, and no rules. */

import { GUILDS, valueOf } from "./speech.js";

const SAID_KEPT = 200;

/** A table of which nothing is known yet. */
export function emptyModel(words) {
  return {
    words,
    hello: null,
    state: null,
    seat: null,
    delayed: false,
    events: [],
    rounds: [],
    offset: 0,
    pending: null,
    lifted: null,
    refusal: null,
    connection: "connecting",
    said: [],
    reported: new Set(),
    rated: null,
  };
}

/** The model after a message from the server. `now` is the time by this device's clock. */
export function fold(model, message, now) {
  const folder = FOLDERS[message.type];
  return folder ? folder(model, message, now) : model;
}

const FOLDERS = {
  hello: foldHello,
  state: foldState,
  present: foldPresent,
  said: foldSaid,
  reported: foldReported,
  done: foldDone,
  refused: foldRefused,
  rated: foldRated,
};

/** The table itself. `hello` brings every event so far, the `state` behind it none of them again. */
function foldHello(model, hello) {
  const events = hello.events ?? [];
  const same = model.hello?.table === hello.table;
  return {
    ...model,
    hello,
    seat: hello.seat,
    events,
    rounds: roundsOf(events),
    state: same ? model.state : null,
    rated: same ? model.rated : null,
    fresh: true,
  };
}

/** The newest state wins; one that is older than what is drawn says nothing new. */
function foldState(model, state, now) {
  if (model.state && state.seq < model.state.seq) return model;
  const known = model.fresh || model.state?.seq === state.seq;
  const events = known ? model.events : [...model.events, ...state.events];
  return {
    ...model,
    state: { ...state, events: known ? [] : state.events },
    events,
    rounds: roundsOf(events),
    offset: state.clock.now - now,
    pending: stillPending(model, state) ? model.pending : null,
    lifted: state.view.hand?.includes(model.lifted) ? model.lifted : null,
    fresh: false,
  };
}

/** An action is on its way until the card has left the hand: others may move meanwhile, as in the discards. */
function stillPending({ pending, seat }, { seq, view }) {
  if (!pending || !view.to_act.includes(seat)) return false;
  return pending.card ? view.hand.includes(pending.card) : seq <= pending.seq;
}

function foldPresent(model, { present, away }) {
  return model.state ? { ...model, state: { ...model.state, present, away } } : model;
}

/** What the match did to the ratings, by seat; at their places people stand with what they have now. */
function foldRated(model, { changes }) {
  const after = new Map(changes.map((change) => [change.seat, Math.round(change.after)]));
  const seats = model.hello.seats.map((one) => ({ ...one, rating: after.get(one.seat) ?? one.rating }));
  return { ...model, rated: changes, hello: { ...model.hello, seats } };
}

function foldReported(model, { words }) {
  return { ...model, reported: new Set([...model.reported, words]) };
}

/** After connecting again the server says everything once more. */
function foldSaid(model, said) {
  if (model.said.some(({ id }) => id === said.id)) return model;
  return { ...model, said: [...model.said, said].slice(-SAID_KEPT) };
}

function foldDone(model, { id }) {
  return model.pending?.id === id ? { ...model, pending: { ...model.pending, done: true } } : model;
}

/** Whether the last refusal was about talk, and is to be read there. */
export const isAboutTalk = ({ refusal, pending }) =>
  refusal?.code === "quiet" || (refusal?.code === "too-fast" && !pending);

/** Only what was refused returns to the hand; the reason is shown in any case, for talk is refused too. */
function foldRefused(model, { id, code, reason }) {
  const mine = model.pending?.id === id;
  return {
    ...model,
    refusal: { code, reason },
    pending: mine ? null : model.pending,
    lifted: mine ? null : model.lifted,
  };
}

/** The rounds so far: who played what, under which trump, and who took it. The last may still be going on. */
export function roundsOf(events) {
  const rounds = [];
  let current = { number: 1, trump: null, plays: [], winner: null, gems: 0 };
  for (const event of events) {
    if (event.kind === "trump") current = { number: event.round, trump: event.card, plays: [], winner: null, gems: 0 };
    else if (event.kind === "card") current.plays.push({ seat: event.seat, card: event.card });
    else if (event.kind === "pass") current.plays.push({ seat: event.seat, card: null });
    else if (event.kind === "round") rounds.push({ ...current, winner: event.winner, gems: event.gems });
  }
  return rounds;
}

/** The first trump is turned up before anything happens, so no event tells of it. */
export function trumpOf(model, round) {
  return round.trump ?? model.state?.view.trumps_turned[0] ?? null;
}

/** The last round, while nobody has led to the next one. */
export function roundJustTaken(model) {
  return model.state?.view.trick.length ? null : (model.rounds.at(-1) ?? null);
}

export const nameOf = (model, seat) => model.hello.seats[seat].name;
export const isMine = (model, seat) => model.seat !== null && model.seat === seat;
export const isMyTurn = (model) => model.seat !== null && Boolean(model.state?.view.to_act.includes(model.seat));
export const isOver = (model) => Boolean(model.state?.result);
export const isDiscarding = (model) => model.state.view.round === 0 && !isOver(model);

/** Seats clockwise from the one at the bottom: mine, or the first for somebody who watches. */
export function seatsFromBottom(model) {
  const count = model.hello.seats.length;
  return Array.from({ length: count }, (_, step) => ((model.seat ?? 0) + step) % count);
}

export function sideOf(model, seat) {
  return model.state.view.scores.find((side) => side.seats.includes(seat));
}

/** The other one of a pair, or null for those who play alone. */
export function partnerOf(model, seat) {
  const side = model.hello.sides.find((seats) => seats.includes(seat)) ?? [];
  return side.find((other) => other !== seat) ?? null;
}

/** The guild columns in front of a player, in the order of the guilds, with their worth as the server counts it. */
export function columnsOf(model, seat) {
  const { view } = model.state;
  const side = sideOf(model, seat);
  return GUILDS.map((guild) => {
    const cards = view.taken[seat].filter((card) => model.hello.cards[card]?.[0] === guild);
    const isVoid = side.void.some((column) => column.guild === guild && column.seat === seat);
    const worth = cards.length && !isVoid ? (side.guilds[guild] ?? null) : null;
    const symbols = cards.reduce((sum, card) => sum + model.hello.cards[card][1], 0);
    return { guild, cards, symbols, isVoid, joker: Boolean(worth?.joker), worth };
  });
}

/** The cards of a player that belong to no guild: jokers, +2, −2 and Pot de Vin. */
export function neutralsOf(model, seat) {
  const taken = model.state.view.taken[seat];
  return [1, 2, 3, 13].map((value) => ({ value, cards: taken.filter((card) => valueOf(card) === value) }));
}

/** What I may do now: `play A4` as a map from card to action, and whether a pass is among it. */
export function choicesOf(model) {
  const legal = model.state?.view.legal ?? [];
  const cards = new Map(legal.filter((action) => action.includes(" ")).map((action) => [action.split(" ")[1], action]));
  return { cards, mayPass: legal.includes("pass") };
}
