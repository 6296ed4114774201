/* Draws cards as SVG, 5 by 7: whole for hand and table, as a chip for columns and lists, and the back. */

import { FACES, PATTERNS } from "./card_art.js";
import { makeSvg, make } from "./elements.js";
import { cardName, characterOf, valueOf } from "./speech.js";

const sprites = { emblems: "", figures: "", icons: "" };

/** Sets the URLs of the site's SVG sprites, which have a hash in production. */
export function setSpriteAddresses(addresses) {
  Object.assign(sprites, addresses);
}

/** A guild's emblem, an icon, or a figure by reference. */
export const emblem = (guild) => sign("emblem", sprites.emblems, guild.toLowerCase());
export const icon = (name) => sign("icon", sprites.icons, name);

function sign(kind, sprite, name) {
  const attributes = { class: kind, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" };
  return makeSvg("svg", attributes, makeSvg("use", { href: `${sprite}#${name}` }));
}

/** The face of a neutral card (1, 2, 3 or 13) as a sign of its own. */
export function faceSign(value) {
  const box = { class: "emblem", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" };
  return makeSvg("svg", box, face(value));
}

function face(value) {
  const line = {
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 1.6,
    "stroke-linejoin": "round",
    "stroke-linecap": "round",
  };
  const { lines, filled } = FACES[value];
  return makeSvg(
    "g",
    line,
    makeSvg("path", { d: lines }),
    makeSvg("path", { d: filled, fill: "currentColor", "stroke-width": 1 }),
  );
}

/**
 * The element for a card such as "A13". `cards` is hello.cards; `chip` draws the small one; without `words` it is only
 * seen, for places that carry the name themselves.
 */
export function cardElement(name, { cards, words, chip = false } = {}) {
  const spoken = words ? { role: "img", "aria-label": cardName(words, name, cards) } : { "aria-hidden": "true" };
  const picture = chip ? chipDrawing(name, cards?.[name]) : cardDrawing(name, cards?.[name]);
  const kind = `playing-card playing-card--${characterOf(name).toLowerCase()}${chip ? " playing-card--chip" : ""}`;
  return make("span", { class: kind, ...spoken }, picture);
}

/** The back, with the city's seal. */
export function backElement() {
  const lattice = makeSvg("path", { class: "playing-card__pattern", d: PATTERNS.U });
  const frame = makeSvg("rect", { class: "playing-card__inner", x: 7, y: 7, width: 86, height: 126, rx: 5 });
  const seal = makeSvg("use", {
    class: "playing-card__seal",
    href: `${sprites.figures}#seal`,
    x: 24,
    y: 44,
    width: 52,
    height: 52,
  });
  return make("span", { class: "playing-card playing-card--back", "aria-hidden": "true" }, sheet(lattice, frame, seal));
}

function sheet(...parts) {
  const ground = makeSvg("rect", { class: "playing-card__ground", width: 100, height: 140, rx: 8 });
  return makeSvg("svg", { viewBox: "0 0 100 140", focusable: "false" }, ground, ...parts);
}

function cardDrawing(name, symbols) {
  const pattern = makeSvg("path", { class: "playing-card__pattern", d: PATTERNS[name[0]] });
  return sheet(pattern, ...margin(name, symbols), bust(name), medallion(name, symbols), farCorner(name));
}

/** The strip of a card that shows in a fan: value, initial and guild, one below another. */
function margin(name, symbols) {
  const marks =
    symbols && symbols[1] > 1
      ? [
          [74, 25],
          [103, 25],
        ]
      : [[80, 27]];
  return [
    makeSvg("rect", { class: "playing-card__paper", x: 4, y: 4, width: 31, height: 132, rx: 5 }),
    text(`playing-card__value${valueOf(name) > 9 ? " playing-card__value--two" : ""}`, valueOf(name), 19.5, 32),
    initial(name, 19.5, 53, 13.5),
    ...marks.map(([y, size]) => mark(name, symbols, 19.5 - size / 2, y, size)),
  ];
}

function text(kind, words, x, y, more = {}) {
  return makeSvg("text", { class: kind, x, y, "text-anchor": "middle", ...more }, String(words));
}

function initial(name, x, y, radius) {
  const shield = makeSvg("circle", { class: "playing-card__shield", cx: x, cy: y, r: radius });
  return makeSvg("g", {}, shield, text("playing-card__initial", name[0], x, y + 7.5));
}

/** The guild's emblem, or the face of a neutral card. */
function mark(name, symbols, x, y, size) {
  const box = { class: "playing-card__mark", x, y, width: size, height: size, viewBox: "0 0 24 24" };
  if (!symbols) return FACES[valueOf(name)] ? makeSvg("svg", box, face(valueOf(name))) : makeSvg("g");
  return makeSvg("svg", box, makeSvg("use", { href: `${sprites.emblems}#${symbols[0].toLowerCase()}` }));
}

function bust(name) {
  const place = { class: "playing-card__bust", x: 38, y: 7, width: 57, height: 57 };
  return makeSvg("use", { href: `${sprites.figures}#${characterOf(name).toLowerCase()}`, ...place });
}

function medallion(name, symbols) {
  const ground = makeSvg("rect", { class: "playing-card__paper", x: 39, y: 68, width: 55, height: 36, rx: 5 });
  const words = { 2: "+2", 3: "−2" }[valueOf(name)];
  if (words) return makeSvg("g", {}, ground, mark(name, null, 41, 72, 28), text("playing-card__gain", words, 80.5, 93));
  const two = symbols && symbols[1] > 1;
  const marks = two ? [40.5, 67.5].map((x) => mark(name, symbols, x, 73, 25)) : [mark(name, symbols, 51, 70.5, 31)];
  return makeSvg("g", {}, ground, marks);
}

function farCorner(name) {
  const tab = makeSvg("rect", { class: "playing-card__paper", x: 39, y: 108, width: 57, height: 28, rx: 5 });
  const turned = { transform: "rotate(180 67.5 122)" };
  return makeSvg(
    "g",
    turned,
    tab,
    text("playing-card__value playing-card__value--far", `${valueOf(name)} ${name[0]}`, 67.5, 130.5),
  );
}

/** The small card: a band with value and initial that stays readable when others lie over the rest. */
function chipDrawing(name, symbols) {
  const pattern = makeSvg("path", { class: "playing-card__pattern", d: PATTERNS[name[0]] });
  const paper = makeSvg("rect", { class: "playing-card__paper", x: 7, y: 54, width: 86, height: 79, rx: 5 });
  const two = symbols && symbols[1] > 1;
  const marks = two ? [9, 50].map((x) => mark(name, symbols, x, 73, 41)) : [mark(name, symbols, 20, 63, 60)];
  return sheet(pattern, chipBand(name), paper, ...marks);
}

function chipBand(name) {
  const band = makeSvg("rect", { class: "playing-card__band", x: 4, y: 4, width: 92, height: 46, rx: 5 });
  const value = text(
    `playing-card__chip-text${valueOf(name) > 9 ? " playing-card__chip-text--two" : ""}`,
    valueOf(name),
    32,
    42,
  );
  return makeSvg("g", {}, band, value, text("playing-card__chip-text", name[0], 78, 42));
}
