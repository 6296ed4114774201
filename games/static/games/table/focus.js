/* Moves the focus when a redraw removes the focused element: the last card, a pressed button, the hand at the end. */

import { isOver } from "./model.js";

/** Draws, and if that removed the focused element, focuses another one. */
export function drawKeepingFocus(root, parts, model, draw) {
  const had = root.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (!had || (document.activeElement === had && had.checkVisibility())) return;
  if (root.contains(document.activeElement) && document.activeElement.checkVisibility()) return;
  focusTarget(parts, model)?.focus({ preventScroll: !isOver(model) });
}

/** Returns the title of the score pad at the end, else the hand, or if that is empty the line above it. */
function focusTarget({ pad, hand, line }, model) {
  if (isOver(model)) return pad.querySelector(".score-pad__title");
  return hand.querySelector("[data-stop]") ?? line;
}
