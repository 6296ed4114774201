/* Draws the score pad: a row for each thing that counts, a column for each side, and an explanation of each number. */

import { emblem, faceSign } from "./cards.js";
import { avatarElement, make, redrawIfChanged, setText } from "./elements.js";
import { gem } from "./goods.js";
import { isMine, isOver, nameOf } from "./model.js";
import { drawRatings } from "./ratings.js";
import { drawRematch } from "./rematch.js";
import { outcome, worthLine } from "./sentences.js";
import { GUILDS, guildName, listOf, plain, say, sayCount, signed } from "./speech.js";

export function drawScorePad(pad, model) {
  pad.hidden = !isOver(model);
  if (!isOver(model)) return;
  redrawIfChanged(pad, [model.state.view.scores, model.state.result], () => padParts(model));
  drawRatings(pad.querySelector(".score-pad__ratings"), model);
  const after = document.getElementById("after-game");
  if (after && after.parentElement !== pad) pad.append(after);
  if (after) after.hidden = false;
  drawRematch(model);
}

function padParts(model) {
  const { words, hello } = model;
  const explanation = make("p", { class: "score-pad__explanation", role: "status" }, words.pad_hint);
  const table = padTable(model);
  const explain = (event) => {
    const number = event.target.closest("[data-explained]");
    if (number) setText(explanation, number.dataset.explained);
  };
  for (const kind of ["click", "pointerover", "focusin"]) table.addEventListener(kind, explain);
  const address = `/tables/${hello.table}/`;
  return [
    make("h2", { class: "score-pad__title", tabindex: "-1" }, outcome(model)),
    make("div", { class: "score-pad__sheet" }, table),
    explanation,
    make("div", { class: "score-pad__ratings", "aria-live": "polite" }),
    make(
      "p",
      { class: "score-pad__links" },
      make("a", { href: address }, words.match_page),
      make("a", { href: `${address}record.json` }, words.record),
    ),
  ];
}

function padTable(model) {
  const { words, state } = model;
  const sides = state.view.scores;
  const row = (label, sign, cell, kind = "") =>
    make(
      "tr",
      { class: kind },
      make(
        "th",
        { scope: "row" },
        make("span", { class: "score-pad__label" }, sign, make("span", { class: "score-pad__row-name" }, label)),
      ),
      sides.map((side) =>
        make(
          "td",
          { class: side.place === 1 ? "score-pad__cell score-pad__cell--won" : "score-pad__cell" },
          number(label, cell(side)),
        ),
      ),
    );
  return make(
    "table",
    { class: `score-pad__table score-pad__table--${sides.length}` },
    make("caption", { class: "aside-words" }, words.score_pad),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        make("td", {}),
        sides.map((side) => sideHead(model, side)),
      ),
    ),
    make(
      "tbody",
      {},
      GUILDS.map((guild) => row(guildName(words, guild), emblem(guild), (side) => guildCell(model, side, guild))),
      row(words.jokers_row, faceSign(1), (side) => jokerCell(words, side)),
      row(words.pot_de_vin, faceSign(13), (side) => potCell(words, side)),
      row(words.bonus_row, letter("±2"), (side) => bonusCell(model, side)),
      row(words.treasure_row, gem("gem--won"), (side) => gemCell(words, side)),
      row(words.total, letter("="), (side) => totalCell(words, side), "score-pad__total"),
      row(words.place, letter("№"), (side) => placeCell(words, side), "score-pad__place"),
    ),
  );
}

const letter = (sign) => make("span", { class: "score-pad__sign", "aria-hidden": "true" }, sign);

function sideHead(model, side) {
  const people = side.seats.map((seat) =>
    make(
      "span",
      { class: "score-pad__player" },
      make("span", { class: "score-pad__arms" }, avatarElement(model.hello.seats[seat].arms)),
      make("bdi", { class: "score-pad__name" }, isMine(model, seat) ? model.words.you : nameOf(model, seat)),
    ),
  );
  return make(
    "th",
    { scope: "col", class: side.place === 1 ? "score-pad__head score-pad__cell--won" : "score-pad__head" },
    people,
  );
}

function number(label, { shown, words, costs, soft }) {
  const kind = ["score-pad__number", costs && "score-pad__number--costs", soft && "score-pad__number--soft"]
    .filter(Boolean)
    .join(" ");
  return make("button", { class: kind, type: "button", title: words, "data-explained": `${label}. ${words}` }, shown);
}

function guildCell(model, side, guild) {
  const { words } = model;
  const worth = side.guilds[guild];
  if (!worth) return { shown: "–", words: words.no_symbols, soft: true };
  const lost = side.void.filter((column) => column.guild === guild).map((column) => nameOf(model, column.seat));
  const note = lost.length ? ` ${say(words, "void_note", { name: listOf(words, lost) })}` : "";
  return { shown: plain(worth.points), words: worthLine(words, worth) + note, costs: worth.points < 0 };
}

function jokerCell(words, side) {
  const placed = Object.entries(side.guilds)
    .filter(([, worth]) => worth.joker)
    .map(([guild]) => guildName(words, guild));
  const parts = [];
  if (placed.length) parts.push(say(words, "jokers_on", { guilds: listOf(words, placed) }));
  if (side.discarded_jokers) parts.push(sayCount(words, "jokers_aside", side.discarded_jokers));
  return { shown: placed.length ? `×${placed.length}` : "–", words: parts.join(" ") || words.no_jokers, soft: true };
}

function potCell(words, { pot_de_vin: { cards, points } }) {
  const explained = say(words, "pots_worth", {
    cards: sayCount(words, "pots_de_vin", cards),
    points: pointsWords(words, points),
  });
  return { shown: cards ? plain(points) : "–", words: explained, costs: points < 0, soft: !cards };
}

function bonusCell(model, side) {
  const count = (value) =>
    side.seats.flatMap((seat) => model.state.view.taken[seat]).filter((card) => card.slice(1) === value).length;
  const [more, less] = [count("2"), count("3")];
  const words = say(model.words, "bonus_worth", { more, less, points: pointsWords(model.words, side.bonus) });
  return { shown: more || less ? signed(side.bonus) : "–", words, costs: side.bonus < 0, soft: !more && !less };
}

function gemCell(words, { gems }) {
  const explained = say(words, "treasure_worth", {
    gems: sayCount(words, "gems", gems),
    points: pointsWords(words, gems),
  });
  return { shown: gems ? String(gems) : "–", words: explained, soft: !gems };
}

function totalCell(words, side) {
  const explained = say(words, "total_worth", {
    points: pointsWords(words, side.points),
    cards: side.cards,
    gems: side.gems,
  });
  return { shown: plain(side.points), words: explained, costs: side.points < 0 };
}

const placeCell = (words, { place }) => ({ shown: say(words, "place_number", { place }), words: words.place_words });
const pointsWords = (words, points) =>
  sayCount(words, "points", Math.abs(points) === 1 ? 1 : 2, { count: plain(points) });
