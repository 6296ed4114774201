/* Handles play by click, by dragging and by keys. The model says what is legal. */

import { enableDragging } from "./drag.js";
import { setTabStop } from "./hand.js";
import { choicesOf, isMyTurn } from "./model.js";

/** Listens to hand and buttons. `table` is { root, model(), change(values), act(action, card) }; `confirms` asks for a
 * second press. */
export function enablePlay(table, parts, confirms) {
  parts.hand.addEventListener("click", (event) => {
    const card = event.target.closest("[data-card]")?.dataset.card;
    if (card) choose(table, card, confirms);
  });
  parts.play.addEventListener("click", () => table.model().lifted && commit(table, table.model().lifted));
  parts.pass.addEventListener("click", () => pass(table, confirms));
  parts.hand.addEventListener("keydown", moveFocus);
  document.addEventListener("keydown", (event) => shortcut(event, table, confirms));
  enableDragging(parts, { mayDrag: (card) => mayPlay(table, card), dropped: (card) => drop(table, card, confirms) });
}

const canAct = (model) => isMyTurn(model) && !model.pending;
const mayPlay = (table, card) => canAct(table.model()) && choicesOf(table.model()).cards.has(card);

/** Plays a pressed card, or lifts it first with `confirms`; says why a card is not legal. */
function choose(table, card, confirms) {
  const model = table.model();
  if (model.pending) return;
  if (!isMyTurn(model)) return table.change({ refusal: { code: "wait", reason: model.words.not_your_turn } });
  if (!mayPlay(table, card))
    return table.change({ refusal: { code: "barred", reason: model.words.not_that_card }, lifted: null });
  if (confirms && model.lifted !== card) return table.change({ lifted: card, refusal: null });
  commit(table, card);
}

/** Handles a card dropped in the middle as one press. */
function drop(table, card, confirms) {
  if (confirms) table.change({ lifted: card, refusal: null });
  else commit(table, card);
}

function commit(table, card) {
  const action = choicesOf(table.model()).cards.get(card);
  if (action && canAct(table.model())) table.act(action, card);
}

function pass(table, confirms) {
  const model = table.model();
  if (!canAct(model) || !choicesOf(model).mayPass) return;
  if (confirms && model.lifted !== "pass") table.change({ lifted: "pass", refusal: null });
  else table.act("pass", null);
}

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** Moves the focus through the hand with the arrow keys. */
function moveFocus(event) {
  const step = STEPS[event.key];
  if (step === undefined) return;
  const cards = [...event.currentTarget.querySelectorAll("[data-card]")];
  const from = cards.indexOf(document.activeElement);
  const to = cards[Math.max(0, Math.min(cards.length - 1, from + step))];
  if (!to) return;
  event.preventDefault();
  for (const card of cards) setTabStop(card, card === to);
  to.focus();
}

function shortcut(event, table, confirms) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
  if (event.key === "p" || event.key === "P") pass(table, confirms);
  if (event.key === "Escape" && table.model().lifted) table.change({ lifted: null });
}
