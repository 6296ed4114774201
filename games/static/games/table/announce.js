/* Announces events (politely) and one's turn (at once) to screen readers, and marks the title of a hidden tab. */

import { make } from "./elements.js";
import { isMyTurn, isOver } from "./model.js";
import { eventLine, outcome, situation } from "./sentences.js";

/** Adds two live regions after `root`; returns a function to call with every new model. */
export function createAnnouncer(root) {
  const polite = make("div", {
    class: "aside-words",
    "aria-live": "polite",
    role: "log",
    "aria-relevant": "additions",
  });
  const urgent = make("div", { class: "aside-words", "aria-live": "assertive", role: "alert" });
  root.after(polite, urgent);
  const title = document.title;
  let turnSaid = null;
  let newest = null;
  document.addEventListener("visibilitychange", () => newest && showInTitle(newest, title));
  return (model) => {
    newest = model;
    for (const event of model.state?.events ?? []) announceText(polite, eventLine(model, event));
    if (isOver(model) && model.state.events.length) announceText(polite, outcome(model));
    const turn = isMyTurn(model) && !model.pending ? model.state.seq : null;
    if (turn !== null && turn !== turnSaid) urgent.textContent = situation(model);
    if (turn === null) urgent.textContent = "";
    turnSaid = turn ?? turnSaid;
    showInTitle(model, title);
  };
}

/** Adds a text to a live region, and keeps its last twelve. */
export function announceText(region, words) {
  if (!words) return;
  region.append(make("p", {}, words));
  while (region.children.length > 12) region.firstElementChild.remove();
}

function showInTitle(model, title) {
  document.title = document.hidden && isMyTurn(model) ? `● ${model.words.title_turn} · Guildhall` : title;
}
