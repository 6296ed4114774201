/* Draws the cards that a player has won: guild columns stacked like real cards, and neutral cards beside them. */

import { cardElement, emblem, faceSign } from "./cards.js";
import { screenReaderText, make } from "./elements.js";
import { columnsOf, nameOf, neutralsOf, partnerOf } from "./model.js";
import { worthLine } from "./sentences.js";
import { guildName, say, sayCount, signed } from "./speech.js";

/** Returns all columns and neutral cards of one player. */
export function columnsElement(model, seat) {
  const columns = columnsOf(model, seat).map((column) => columnElement(model, seat, column));
  return make(
    "div",
    { class: "columns" },
    make("ul", { class: "columns__guilds", role: "list" }, columns),
    neutrals(model, seat),
  );
}

function columnElement(model, seat, column) {
  const { words, hello } = model;
  const empty = column.cards.length === 0;
  const marks = [
    empty && "column--empty",
    column.isVoid && "column--void",
    column.worth?.points < 0 && "column--costs",
  ];
  const explained = explain(model, seat, column);
  const stack = column.cards.map((card) => cardElement(card, { cards: hello.cards, words, chip: true }));
  const pile = make(
    "span",
    { class: "column__stack" },
    ...stack,
    column.joker ? make("span", { class: "column__joker" }, faceSign(1)) : null,
  );
  pile.style.setProperty("--cards", stack.length);
  return make(
    "li",
    { class: ["column", ...marks].filter(Boolean).join(" "), title: explained },
    make("span", { class: "column__emblem" }, emblem(column.guild), screenReaderText(`${explained} `)),
    pips(column),
    pile,
    make("span", { class: "column__worth", "aria-hidden": "true" }, worthFigure(words, column)),
  );
}

/** Returns a small column: one mark for each symbol, a hollow one for a joker. */
function pips({ symbols, joker }) {
  const marks = Array.from({ length: symbols + (joker ? 1 : 0) }, (_, index) =>
    make("span", { class: index < symbols ? "pip" : "pip pip--joker" }),
  );
  return make("span", { class: "column__pips", "aria-hidden": "true" }, marks);
}

function worthFigure(words, column) {
  if (column.isVoid) return words.void;
  return column.worth ? signed(column.worth.points) : "";
}

/** "Nobles: 3 symbols with a joker: 6 points." */
function explain({ words, ...model }, seat, column) {
  const guild = guildName(words, column.guild);
  if (!column.cards.length) return say(words, "column_empty", { guild });
  if (column.isVoid) return say(words, "column_void", { guild, name: nameOf(model, partnerOf(model, seat)) });
  return `${guild}. ${worthLine(words, column.worth ?? { symbols: column.symbols, joker: false, points: 0 })}`;
}

const NEUTRAL_WORDS = { 1: "jokers", 2: "plus_twos", 3: "minus_twos", 13: "pots_de_vin" };

function neutrals(model, seat) {
  const { words, hello } = model;
  const held = neutralsOf(model, seat).filter(({ cards }) => cards.length);
  return make(
    "ul",
    { class: "neutrals", role: "list" },
    held.map(({ value, cards }) =>
      make(
        "li",
        { class: "neutral", title: sayCount(words, NEUTRAL_WORDS[value], cards.length) },
        make(
          "span",
          { class: "neutral__sign", "aria-hidden": "true" },
          sign(value),
          cards.length > 1 ? `×${cards.length}` : "",
        ),
        make(
          "span",
          { class: "neutral__cards" },
          ...cards.map((card) => cardElement(card, { cards: hello.cards, words, chip: true })),
        ),
        screenReaderText(sayCount(words, NEUTRAL_WORDS[value], cards.length)),
      ),
    ),
  );
}

const sign = (value) => (value === 2 ? "+2" : value === 3 ? "−2" : faceSign(value));
