/* Draws the player's hand as a fan, with legal cards raised, and above it the line that says what is going on. */

import { backElement, cardElement } from "./cards.js";
import { syncChildren, make, setAttributes, setText } from "./elements.js";
import { gem } from "./goods.js";
import { choicesOf, isAboutTalk, isMyTurn, isOver } from "./model.js";
import { situation } from "./sentences.js";
import { cardName, say, sayCount, shortName } from "./speech.js";

/** Draws cards as buttons with one tab stop; when a focused card leaves, its neighbour gets the focus. */
export function drawHand(hand, model) {
  if (model.seat === null) return drawBacks(hand, model);
  const { view } = model.state;
  const hadFocus = [...hand.children].findIndex((card) => card === document.activeElement);
  const elements = syncChildren(hand, [...view.hand], (card) => cardButton(model, card));
  setFan(hand, elements.length);
  const { cards } = choicesOf(model);
  elements.forEach((element) => markCard(element, model, cards));
  keepOneTabStop(elements, hadFocus);
}

function cardButton({ words, hello }, card) {
  const button = make(
    "button",
    { class: "hand__card", type: "button", "data-card": card, "aria-label": cardName(words, card, hello.cards) },
    cardElement(card, { cards: hello.cards }),
  );
  return button;
}

function markCard(element, model, allowed) {
  const { card } = element.dataset;
  const turn = isMyTurn(model) && !model.pending;
  const isAllowed = turn && allowed.has(card);
  element.classList.toggle("hand__card--allowed", isAllowed);
  element.classList.toggle("hand__card--barred", turn && !isAllowed);
  element.classList.toggle("hand__card--lifted", model.lifted === card);
  element.classList.toggle("hand__card--sent", model.pending?.card === card);
  setAttributes(element, {
    "aria-disabled": isAllowed ? null : "true",
    "aria-pressed": model.lifted === card ? "true" : null,
  });
}

function setFan(hand, count) {
  hand.style.setProperty("--count", count);
  [...hand.children].forEach((card, index) => card.style.setProperty("--index", index));
}

function keepOneTabStop(elements, hadFocus) {
  const current = elements.find((element) => element.tabIndex === 0 && element.dataset.stop) ?? null;
  const lost = hadFocus >= 0 && !elements.includes(document.activeElement);
  const stop = lost ? elements[Math.min(hadFocus, elements.length - 1)] : (current ?? elements[0]);
  for (const element of elements) setTabStop(element, element === stop);
  if (lost) stop?.focus({ preventScroll: true });
}

/** Makes a card the tab stop, or not. */
export function setTabStop(element, isStop) {
  element.tabIndex = isStop ? 0 : -1;
  if (isStop) element.dataset.stop = "true";
  else delete element.dataset.stop;
}

/** Draws the backs of the cards, for spectators. */
function drawBacks(hand, model) {
  const count = model.state.view.hands[0];
  syncChildren(
    hand,
    Array.from({ length: count }, (_, index) => String(index)),
    () => make("span", { class: "hand__card" }, backElement()),
  );
  setFan(hand, count);
  setAttributes(hand, { role: "img", "aria-label": sayCount(model.words, "cards_in_hand", count) });
}

/** Draws the line, and the buttons for the actions that are possible now. */
export function drawPrompt({ prompt, line, play, pass, refusal }, model) {
  const { words, state } = model;
  const turn = isMyTurn(model) && !model.pending;
  prompt.classList.toggle("prompt--turn", turn);
  prompt.classList.toggle("prompt--over", isOver(model));
  setText(line, situation(model));
  drawPass(pass, model, turn && choicesOf(model).mayPass);
  const lifted = turn && model.lifted && model.lifted !== "pass" ? model.lifted : null;
  play.hidden = !lifted;
  const key = state.view.round ? "play_card" : "discard_card";
  if (lifted) setText(play, say(words, key, { card: shortName(lifted) }));
  const isHere = model.refusal && !isAboutTalk(model);
  refusal.hidden = !isHere;
  setText(refusal, isHere ? model.refusal.reason : "");
}

function drawPass(pass, model, mayPass) {
  const { words, state } = model;
  pass.hidden = !mayPass;
  if (!mayPass) return;
  const sure = model.lifted === "pass";
  const count = sayCount(words, "gems_left", state.view.gems[model.seat]);
  pass.replaceChildren(
    gem(),
    make("span", { class: "pass__words" }, sure ? words.pass_again : words.pay_and_pass),
    make("span", { class: "pass__count" }, count),
  );
  setAttributes(pass, { "aria-pressed": sure ? "true" : null });
}
