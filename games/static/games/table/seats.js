/* Draws the seats around the table: avatar, name, rating, clock, cards, gems and what was won. */

import { icon } from "./cards.js";
import { columnsElement } from "./columns.js";
import { avatarElement, screenReaderText, syncChildren, make, redrawIfChanged, setAttributes } from "./elements.js";
import { goodsOf } from "./goods.js";
import { isDiscarding, isMine, isOver, nameOf, partnerOf, seatsFromBottom, sideOf } from "./model.js";
import { plain, say, sayCount, shortName } from "./speech.js";

/** Draws all seats but the bottom one, clockwise. */
export function drawSeats(list, model) {
  const [, ...others] = seatsFromBottom(model);
  const elements = syncChildren(list, others.map(String), () => make("li", { class: "seat" }));
  elements.forEach((element, index) => {
    setAttributes(element, { "data-step": index + 1 });
    drawSeat(element, model, others[index]);
  });
}

/** Draws one seat. */
export function drawSeat(element, model, seat) {
  setAttributes(element, { "data-seat": seat });
  const { state } = model;
  element.classList.toggle("seat--turn", state.view.to_act.includes(seat));
  element.classList.toggle("seat--partner", isMyPartner(model, seat));
  element.classList.toggle("seat--out", state.view.hands[seat] === 0 && !isOver(model));
  element.classList.toggle("seat--absent", !isPresent(state, seat) && !model.hello.seats[seat].bot);
  redrawIfChanged(element, factsOf(model, seat), () => [
    head(model, seat),
    goodsOf(model, seat),
    columnsElement(model, seat),
    make(
      "button",
      { class: "seat__open", type: "button", "data-open-seat": seat, "aria-haspopup": "dialog" },
      screenReaderText(say(model.words, "show_cards_of", { name: nameOf(model, seat) })),
    ),
  ]);
}

/** Returns all values from which a seat is drawn. */
function factsOf({ hello, state, seat: mine }, seat) {
  const { view, present, away } = state;
  const clock = state.clock && [
    state.clock.since,
    state.clock.turn,
    state.clock.banks[seat],
    state.clock.deadlines[seat],
  ];
  return [
    hello.seats[seat],
    hello.sides,
    mine,
    view.to_act.includes(seat),
    view.hands[seat],
    view.gems[seat],
    view.treasures[seat],
    view.taken[seat],
    view.scores,
    view.discarded,
    present?.[seat],
    away?.[seat],
    clock,
    Boolean(state.result),
  ];
}

function head(model, seat) {
  const player = model.hello.seats[seat];
  const name = make("a", { class: "seat__name", href: player.url }, make("bdi", {}, player.name));
  return make(
    "div",
    { class: "seat__head" },
    make("span", { class: "seat__arms" }, avatarElement(player.arms)),
    make(
      "div",
      { class: "seat__words" },
      make(
        "h3",
        { class: "seat__title" },
        isMyPartner(model, seat) ? icon("team") : null,
        name,
        rating(model.words, player.rating, player.provisional),
      ),
      make("p", { class: "seat__notes" }, ...notes(model, seat)),
    ),
    make("p", { class: "seat__reckoning" }, points(model, seat), clock(model, seat)),
  );
}

/** Returns the notes about a player, most important first: there may be room for one only. */
function notes(model, seat) {
  const { words, state } = model;
  const isMe = isMine(model, seat);
  return [
    state.view.to_act.includes(seat) && note("seat__flag", isDiscarding(model) ? words.to_choose : words.to_move),
    isMyPartner(model, seat) && note("seat__partner", words.your_partner),
    presence(model, seat),
    isMe && state.view.discarded && note("seat__discard", say(words, "you_put", { card: shortName(state.view.discarded) })),
    !isMe && !isMyPartner(model, seat) && partnerOf(model, seat) !== null && note("", partnerWords(model, seat)),
  ].filter(Boolean);
}

function presence({ words, hello, state }, seat) {
  if (state.away?.[seat]) return note("seat__away", words.away);
  if (hello.seats[seat].bot) return note("", words.bot);
  return isPresent(state, seat) ? null : note("seat__gone", words.not_connected);
}

/** A replay has no presence and no clock. */
const isPresent = (state, seat) => state.present?.[seat] ?? true;

const isMyPartner = (model, seat) => model.seat !== null && partnerOf(model, model.seat) === seat;
const note = (kind, words) => make("span", { class: `seat__note ${kind}` }, words);
const partnerWords = (model, seat) => say(model.words, "with_partner", { name: nameOf(model, partnerOf(model, seat)) });

/** Returns the rating as text; nothing for a player without one. */
function rating(words, value, provisional) {
  if (value === null || value === undefined) return null;
  const number = Math.round(typeof value === "object" ? (value.value ?? value.rating) : value);
  const label = say(words, provisional ? "rating_provisional" : "rating", { rating: number });
  return make(
    "span",
    { class: "seat__rating", title: label },
    make("span", { "aria-hidden": "true" }, ` ${number}${provisional ? "?" : ""}`),
    screenReaderText(` ${label}`),
  );
}

function points(model, seat) {
  const { points: total } = sideOf(model, seat);
  const label = sayCount(model.words, "points", Math.abs(total) === 1 ? 1 : 2, { count: plain(total) });
  return make(
    "span",
    { class: `seat__points${total < 0 ? " seat__points--costs" : ""}`, title: label },
    make("span", { "aria-hidden": "true" }, plain(total)),
    screenReaderText(`${label} `),
  );
}

/** Filled in four times a second by clock.js, from what stands in its data. */
function clock({ state, words }, seat) {
  if (state.result || !state.clock) return null;
  const { since, turn, banks, deadlines } = state.clock;
  return make("span", {
    class: "clock",
    role: "timer",
    "aria-label": words.time_left,
    "data-since": since,
    "data-turn": turn,
    "data-bank": banks[seat],
    "data-deadline": deadlines[seat] ?? "",
  });
}
