/* Draws a whole table from a model, for live tables and replays. play.js listens to presses. */

import { icon } from "./cards.js";
import { make, setAttributes, setText } from "./elements.js";
import { drawHand, drawPrompt } from "./hand.js";
import { drawHistory } from "./history.js";
import { drawMiddle } from "./middle.js";
import { isOver, nameOf, seatsFromBottom } from "./model.js";
import { drawScorePad } from "./score_pad.js";
import { drawSeat, drawSeats } from "./seats.js";
import { say } from "./speech.js";

// A phone, upright or on its side: the same media query as in css/table/.
const NARROW = matchMedia("(max-width: 47.99rem), (max-width: 63.99rem) and (max-height: 30rem)");

/** Draws the model into `root`, and changes only what differs from the last drawing. */
export function drawTable(root, model) {
  const parts = partsOf(root, model.words);
  if (!model.state) return parts;
  const shown = { ...model, narrow: NARROW.matches, chips: NARROW.matches || model.hello.seats.length > 4 };
  const [bottom] = seatsFromBottom(model);
  setAttributes(parts.board, { "data-seats": model.hello.seats.length });
  root.classList.toggle("live--over", isOver(model));
  root.classList.toggle("live--watching", model.seat === null);
  setAttributes(parts.bottom, { "aria-label": model.seat === null ? nameOf(model, bottom) : model.words.your_place });
  drawSeats(parts.seats, shown);
  drawSeat(parts.mine, shown, bottom);
  drawMiddle(parts, shown);
  drawPrompt(parts, shown);
  drawHand(parts.hand, shown);
  drawHistory(parts.history, shown);
  drawScorePad(parts.pad, shown);
  setText(parts.progress, progressOf(model));
  return parts;
}

/** Returns the number of the round as text. */
function progressOf({ words, state }) {
  const { round } = state.view;
  return round ? say(words, "round_number", { round }) : words.before_first_round;
}

/** Calls `redrawAll` when the screen changes between narrow and wide. */
export function onLayoutChange(redrawAll) {
  NARROW.addEventListener("change", redrawAll);
}

const known = new WeakMap();

/** Returns the fixed parts of a table, built once for each root. */
export function partsOf(root, words) {
  if (!known.has(root)) known.set(root, build(root, words));
  return known.get(root);
}

function build(root, words) {
  const parts = {
    notice: make("p", { class: "live__notice", role: "status", hidden: true }),
    pad: make("section", { class: "score-pad", hidden: true, "aria-label": words.score_pad }),
    seats: make("ul", { class: "seats", role: "list" }),
    mine: make("div", { class: "seat seat--mine" }),
    ...middleParts(words),
    ...promptParts(),
    hand: make("div", {
      class: "hand",
      role: "toolbar",
      "aria-label": words.your_hand,
      "aria-describedby": "hand-hint",
    }),
    hint: make("p", { class: "hint", id: "hand-hint" }, words.keys_hint),
    ...sideParts(words),
    history: make("dialog", { class: "dialog dialog--long dialog--rounds", "aria-label": words.rounds_so_far }),
    columns: make("dialog", { class: "dialog dialog--columns", "aria-label": words.cards_won }),
  };
  parts.bottom = bottomOf(parts);
  parts.board = boardOf(parts, words);
  const table = make("div", { class: "live__table" }, parts.pad, parts.board);
  root.replaceChildren(parts.notice, table, parts.side, parts.history, parts.columns);
  return parts;
}

function boardOf(parts, words) {
  const around = make(
    "section",
    { class: "around", "aria-label": words.players },
    make("h2", { class: "aside-words" }, words.players),
    parts.seats,
  );
  return make(
    "div",
    { class: "board" },
    make("div", { class: "board__oval", "aria-hidden": "true" }),
    around,
    parts.middle,
    parts.bottom,
  );
}

const bottomOf = ({ mine, prompt, hand, hint }) =>
  make("section", { class: "bottom" }, mine, make("div", { class: "bottom__hand" }, prompt, hand, hint));

function middleParts(words) {
  const round = make("h2", { class: "middle__round" });
  const trump = make("div", { class: "trump" });
  const trick = make("ol", { class: "trick", role: "list", "aria-label": words.trick });
  const last = make("div", { class: "last" });
  const middle = make("section", { class: "middle", "aria-label": words.middle }, round, trump, trick, last);
  return { round, trump, trick, last, middle };
}

function promptParts() {
  const line = make("p", { class: "prompt__line", tabindex: "-1" });
  const play = make("button", { class: "button button--primary", type: "button", "data-play": true, hidden: true });
  const pass = make("button", {
    class: "button pass",
    type: "button",
    "data-pass": true,
    "aria-keyshortcuts": "p",
    hidden: true,
  });
  const refusal = make("p", { class: "prompt__refusal", role: "alert", hidden: true });
  const prompt = make("div", { class: "prompt" }, line, refusal, make("div", { class: "prompt__buttons" }, play, pass));
  return { prompt, line, play, pass, refusal };
}

/** Returns the part beside the table (above it on a phone): progress, rounds so far, talk. */
function sideParts(words) {
  const progress = make("p", { class: "tools__round", "aria-hidden": "true" });
  const rounds = make(
    "button",
    { class: "button button--small tools__history", type: "button", "data-open-history": true, "aria-haspopup": "dialog" },
    icon("cards"),
    make("span", { class: "tools__history-word" }, words.rounds_so_far),
  );
  const unread = make("span", { class: "counter", hidden: true });
  const talkButton = make(
    "button",
    { class: "button button--small tools__talk", type: "button", "data-open-talk": true, "aria-expanded": "false" },
    icon("letter"),
    make("span", { class: "tools__talk-word" }, words.talk),
    unread,
  );
  const tools = make("div", { class: "tools" }, progress, rounds, talkButton);
  const talk = make("section", { class: "talk", id: "talk", "aria-label": words.talk });
  const side = make("aside", { class: "side", "aria-label": words.beside_the_table }, tools, talk);
  return { progress, rounds, unread, talkButton, tools, talk, side };
}
