/* What happens, for the ear: events politely, one's own turn at once. And the title of a tab that is not looked at. */

import { make } from "./elements.js";
import { isMyTurn, isOver } from "./model.js";
import { eventLine, outcome, situation } from "./sentences.js";

/** Two live regions in `root`; the returned function is told of every new model. */
export function announcer(root) {
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
    for (const event of model.state?.events ?? []) speak(polite, eventLine(model, event));
    if (isOver(model) && model.state.events.length) speak(polite, outcome(model));
    const turn = isMyTurn(model) && !model.pending ? model.state.seq : null;
    if (turn !== null && turn !== turnSaid) urgent.textContent = situation(model);
    if (turn === null) urgent.textContent = "";
    turnSaid = turn ?? turnSaid;
    showInTitle(model, title);
  };
}

/** Also for notices that are no events: who spoke, what was refused. */
export function speak(region, words) {
  if (!words) return;
  region.append(make("p", {}, words));
  while (region.children.length > 12) region.firstElementChild.remove();
}

function showInTitle(model, title) {
  document.title = document.hidden && isMyTurn(model) ? `● ${model.words.title_turn} · Guildhall` : title;
}
