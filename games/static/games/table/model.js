/* The model of the table: folds the server's messages into what is drawn. Pure: no DOM, no rules. */

import { GUILDS, valueOf } from "./speech.js";

const MESSAGES_KEPT_LIMIT = 200;

/** Returns the model before the first message. */
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

/** Returns the model after a message from the server. `now` is the time by this device's clock. */
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

/** Starts or resumes: `hello` has every event so far, and the `state` that follows brings none of them again. */
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

/** Takes a new state, and ignores one that is older than the last. */
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

/** Returns whether an action still waits for its answer: its card is in the hand. Others may move meanwhile. */
function stillPending({ pending, seat }, { seq, view }) {
  if (!pending || !view.to_act.includes(seat)) return false;
  return pending.card ? view.hand.includes(pending.card) : seq <= pending.seq;
}

function foldPresent(model, { present, away }) {
  return model.state ? { ...model, state: { ...model.state, present, away } } : model;
}

/** Stores the rating changes by seat, and shows the new ratings at the seats. */
function foldRated(model, { changes }) {
  const after = new Map(changes.map((change) => [change.seat, Math.round(change.after)]));
  const seats = model.hello.seats.map((one) => ({ ...one, rating: after.get(one.seat) ?? one.rating }));
  return { ...model, rated: changes, hello: { ...model.hello, seats } };
}

function foldReported(model, { words }) {
  return { ...model, reported: new Set([...model.reported, words]) };
}

/** Adds a message of the talk, unless it is known: after a reconnect the server sends all again. */
function foldSaid(model, said) {
  if (model.said.some(({ id }) => id === said.id)) return model;
  return { ...model, said: [...model.said, said].slice(-MESSAGES_KEPT_LIMIT) };
}

function foldDone(model, { id }) {
  return model.pending?.id === id ? { ...model, pending: { ...model.pending, done: true } } : model;
}

/** Returns whether the last refusal was about talk, so that it is shown there. */
export const isAboutTalk = ({ refusal, pending }) =>
  refusal?.code === "quiet" || (refusal?.code === "too-fast" && !pending);

/** Shows the reason of a refusal; returns the pending card to the hand if that was refused. */
function foldRefused(model, { id, code, reason }) {
  const mine = model.pending?.id === id;
  return {
    ...model,
    refusal: { code, reason },
    pending: mine ? null : model.pending,
    lifted: mine ? null : model.lifted,
  };
}

/** Returns the finished rounds: who played what, under which trump, and who won. */
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

/** Returns the trump of a round. The first is turned up with the deal, so no event has it. */
export function trumpOf(model, round) {
  return round.trump ?? model.state?.view.trumps_turned[0] ?? null;
}

/** Returns the last round while nobody has led to the next one. */
export function lastRoundShown(model) {
  return model.state?.view.trick.length ? null : (model.rounds.at(-1) ?? null);
}

export const nameOf = (model, seat) => model.hello.seats[seat].name;
export const isMine = (model, seat) => model.seat !== null && model.seat === seat;
export const isMyTurn = (model) => model.seat !== null && Boolean(model.state?.view.to_act.includes(model.seat));
export const isOver = (model) => Boolean(model.state?.result);
export const isDiscarding = (model) => model.state.view.round === 0 && !isOver(model);

/** Returns the seats clockwise from the bottom one: the player's, or the first for a spectator. */
export function seatsFromBottom(model) {
  const count = model.hello.seats.length;
  return Array.from({ length: count }, (_, step) => ((model.seat ?? 0) + step) % count);
}

export function sideOf(model, seat) {
  return model.state.view.scores.find((side) => side.seats.includes(seat));
}

/** Returns the partner of a seat, or null for those who play alone. */
export function partnerOf(model, seat) {
  const side = model.hello.sides.find((seats) => seats.includes(seat)) ?? [];
  return side.find((other) => other !== seat) ?? null;
}

/** Returns the guild columns of a player, in the order of the guilds, with points as the server counts them. */
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

/** Returns the cards of a player without a guild: jokers, +2, −2 and Pot de Vin. */
export function neutralsOf(model, seat) {
  const taken = model.state.view.taken[seat];
  return [1, 2, 3, 13].map((value) => ({ value, cards: taken.filter((card) => valueOf(card) === value) }));
}

/** Returns the legal actions: a map from card to action such as `play A4`, and whether a pass is legal. */
export function choicesOf(model) {
  const legal = model.state?.view.legal ?? [];
  const cards = new Map(legal.filter((action) => action.includes(" ")).map((action) => [action.split(" ")[1], action]));
  return { cards, mayPass: legal.includes("pass") };
}
