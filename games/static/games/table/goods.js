/* Gems, Treasure and cards in hand as things one can count. */

import { backElement } from "./cards.js";
import { aside, draw, make } from "./elements.js";
import { sayCount } from "./speech.js";

// More than these lie closer together, and a figure beside them says how many.
const SPREAD = 5;

/** One gem: gold once it has been won. */
export function gem(kind = "") {
  const attributes = { class: `gem ${kind}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" };
  const body = draw("path", { class: "gem__body", d: "M7 3.500h10l4.500 6L12 21.500 2.500 9.500Z" });
  return draw(
    "svg",
    attributes,
    body,
    draw("path", { class: "gem__facets", d: "M2.500 9.500h19 M8.500 9.500 12 21l3.500-11.500L12 4Z" }),
  );
}

/** A row of gems, with the number in words for the ear, and in figures where the eye would have to count. */
function heap(words, key, count, kind) {
  const gems = Array.from({ length: Math.min(count, 12) }, () => gem(kind));
  const crowded = count > SPREAD ? " heap--crowded" : "";
  const figure = make(
    "span",
    { class: `heap__figure${count > SPREAD ? "" : " heap__figure--spare"}`, "aria-hidden": "true" },
    String(count),
  );
  const label = sayCount(words, key, count);
  return make(
    "span",
    { class: `heap${crowded}${kind ? " heap--won" : ""}${count > 1 ? " heap--many" : ""}`, title: label },
    aside(`${label}. `),
    ...gems,
    figure,
  );
}

const handOf = (words, count) =>
  make(
    "span",
    { class: "heap heap--cards", title: sayCount(words, "cards_in_hand", count) },
    aside(`${sayCount(words, "cards_in_hand", count)}. `),
    backElement(),
    make("span", { class: "heap__figure", "aria-hidden": "true" }, String(count)),
  );

/** What a player has besides the columns. */
export function goodsOf(model, seat) {
  const { words, state } = model;
  const { gems, treasures, hands } = state.view;
  return make(
    "p",
    { class: "goods" },
    handOf(words, hands[seat]),
    gems[seat] ? heap(words, "gems", gems[seat], "") : aside(`${sayCount(words, "gems", 0)}. `),
    treasures[seat]
      ? heap(words, "treasure", treasures[seat], "gem--won")
      : aside(`${sayCount(words, "treasure", 0)}. `),
  );
}
