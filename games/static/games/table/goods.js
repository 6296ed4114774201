/* Draws the gems, the Treasure and the number of cards of a player. */

import { backElement } from "./cards.js";
import { screenReaderText, makeSvg, make } from "./elements.js";
import { sayCount } from "./speech.js";

// More gems than these lie closer together, with their number beside them.
const SPREAD_GEMS_LIMIT = 5;

/** Returns one gem, gold with the class gem--won. */
export function gem(kind = "") {
  const attributes = { class: `gem ${kind}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" };
  const body = makeSvg("path", { class: "gem__body", d: "M7 3.500h10l4.500 6L12 21.500 2.500 9.500Z" });
  return makeSvg(
    "svg",
    attributes,
    body,
    makeSvg("path", { class: "gem__facets", d: "M2.500 9.500h19 M8.500 9.500 12 21l3.500-11.500L12 4Z" }),
  );
}

/** Returns a row of gems, with their number as text for screen readers and as a figure if there are many. */
function heap(words, key, count, kind) {
  const gems = Array.from({ length: Math.min(count, 12) }, () => gem(kind));
  const crowded = count > SPREAD_GEMS_LIMIT ? " heap--crowded" : "";
  const figure = make(
    "span",
    { class: `heap__figure${count > SPREAD_GEMS_LIMIT ? "" : " heap__figure--spare"}`, "aria-hidden": "true" },
    String(count),
  );
  const label = sayCount(words, key, count);
  return make(
    "span",
    { class: `heap${crowded}${kind ? " heap--won" : ""}${count > 1 ? " heap--many" : ""}`, title: label },
    screenReaderText(`${label}. `),
    ...gems,
    figure,
  );
}

const handOf = (words, count) =>
  make(
    "span",
    { class: "heap heap--cards", title: sayCount(words, "cards_in_hand", count) },
    screenReaderText(`${sayCount(words, "cards_in_hand", count)}. `),
    backElement(),
    make("span", { class: "heap__figure", "aria-hidden": "true" }, String(count)),
  );

/** Returns what a player has besides the columns. */
export function goodsOf(model, seat) {
  const { words, state } = model;
  const { gems, treasures, hands } = state.view;
  return make(
    "p",
    { class: "goods" },
    handOf(words, hands[seat]),
    gems[seat] ? heap(words, "gems", gems[seat], "") : screenReaderText(`${sayCount(words, "gems", 0)}. `),
    treasures[seat]
      ? heap(words, "treasure", treasures[seat], "gem--won")
      : screenReaderText(`${sayCount(words, "treasure", 0)}. `),
  );
}
