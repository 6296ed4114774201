/* Keeps the keyboard somewhere sensible when what it was on goes away: with the last card, a pressed button, the game. */

import { isOver } from "./model.js";

/** Draws, and if that took away what had the focus, hands it on. */
export function keepingFocus(root, parts, model, draw) {
  const had = root.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (!had || (document.activeElement === had && had.checkVisibility())) return;
  if (root.contains(document.activeElement) && document.activeElement.checkVisibility()) return;
  heirOf(parts, model)?.focus({ preventScroll: !isOver(model) });
}

/** Who has won; or the hand; or, where it is empty, the line that says what is going on. */
function heirOf({ pad, hand, line }, model) {
  if (isOver(model)) return pad.querySelector(".score-pad__title");
  return hand.querySelector("[data-stop]") ?? line;
}
