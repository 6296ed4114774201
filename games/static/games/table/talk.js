/* The talk panel: messages, preset emotes, muting and reporting. */

import { icon } from "./cards.js";
import { screenReaderText, make } from "./elements.js";
import { isAboutTalk } from "./model.js";
import { say } from "./speech.js";

const MUTED_STORAGE_KEY = "guildhall.muted";
const WIDE_SCREEN = matchMedia("(min-width: 75rem)");
const ANSWER_TIMEOUT_MILLISECONDS = 4_000;

/**
 * Builds the panel for the player `myName`; returns a function to call with every new model.
 * `on` is { say(text), emote(name), report(id) }, and where to sign in.
 */
export function createTalkPanel({ talk, talkButton, unread }, words, myName, on) {
  const list = make("ol", { class: "talk__lines", role: "list" });
  const scroll = make("div", { class: "talk__list", role: "log", "aria-label": words.talk, tabindex: "0" }, list);
  const signs = make("div", { class: "talk__signs", role: "group", "aria-label": words.signs });
  const refusal = make("p", { class: "talk__refusal", role: "alert", hidden: true });
  const panel = { talk, talkButton, unread, list, scroll, signs, refusal, words, myName, on };
  Object.assign(panel, { missed: 0, sent: null, muted: readMuted() });
  panel.form = sayForm(panel);
  talk.append(header(panel), scroll, refusal, signs, panel.form);
  listen(panel);
  return (model) => drawTalk(panel, model);
}

function header(panel) {
  const close = make(
    "button",
    { class: "button button--quiet button--icon talk__close", type: "button" },
    icon("cross"),
    screenReaderText(panel.words.close),
  );
  close.addEventListener("click", () => open(panel, false));
  return make("div", { class: "talk__head" }, make("h2", { class: "talk__title" }, panel.words.talk), close);
}

function sayForm(panel) {
  const { words } = panel;
  const field = make("input", { class: "input", id: "talk-text", name: "text", maxlength: "300", autocomplete: "off" });
  const form = make(
    "form",
    { class: "talk__form" },
    make("label", { class: "aside-words", for: "talk-text" }, words.say_something),
    field,
    make("button", { class: "button", type: "submit" }, words.say),
  );
  field.placeholder = words.say_something;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(panel, oneLine(field.value));
  });
  panel.field = field;
  return form;
}

/** Collapses whitespace as the server does. */
const oneLine = (text) => text.trim().replace(/\s+/g, " ");

/** Sends a message. It stays in the field until it comes back, so that a lost one need not be typed again. */
function submit(panel, text) {
  if (!text || (text === panel.sent && Date.now() < panel.sentAt + ANSWER_TIMEOUT_MILLISECONDS)) return;
  panel.refusal.hidden = true;
  panel.refusal.textContent = "";
  if (panel.on.say(text)) Object.assign(panel, { sent: text, sentAt: Date.now() });
}

function clearField(panel, said) {
  if (said.text !== panel.sent) return;
  if (oneLine(panel.field.value) === panel.sent) panel.field.value = "";
  panel.sent = null;
}

function listen(panel) {
  panel.talkButton.addEventListener("click", () =>
    open(panel, panel.talkButton.getAttribute("aria-expanded") !== "true"),
  );
  panel.talk.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !WIDE_SCREEN.matches) open(panel, false);
  });
  panel.list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-mute], [data-report]");
    if (button?.dataset.mute) mutePerson(panel, button.dataset.mute);
    if (button?.dataset.report) panel.on.report(Number(button.dataset.report));
  });
  panel.signs.addEventListener("click", (event) => {
    const button = event.target.closest("[data-emote]");
    if (button) panel.on.emote(button.dataset.emote);
  });
}

/** On a phone the panel is a sheet over the table. */
function open(panel, wanted) {
  panel.talkButton.setAttribute("aria-expanded", String(wanted));
  panel.talk.classList.toggle("talk--open", wanted);
  if (wanted) {
    panel.missed = 0;
    panel.unread.hidden = true;
    panel.talk.querySelector("input").focus();
    panel.scroll.scrollTop = panel.scroll.scrollHeight;
  } else panel.talkButton.focus();
}

function drawTalk(panel, model) {
  panel.model = model;
  if (model.hello && !panel.signs.children.length) showSigns(panel, model.hello);
  if (isAboutTalk(model)) showRefusal(panel, model.refusal);
  for (const said of model.said.slice(model.said.lastIndexOf(panel.lastHeard) + 1)) addMessage(panel, said);
  panel.lastHeard = model.said.at(-1);
  for (const button of panel.list.querySelectorAll("[data-report]")) {
    if (model.reported.has(Number(button.dataset.report))) markReported(panel, button);
  }
}

/** Shows a refusal until the next attempt. */
function showRefusal(panel, refusal) {
  if (panel.refused === refusal) return;
  panel.refused = refusal;
  panel.sent = null;
  panel.refusal.hidden = false;
  panel.refusal.textContent = refusal.reason;
}

/** Replaces the button by a note that the message is reported. */
function markReported(panel, button) {
  const note = make("span", { class: "talk__reported", role: "status", tabindex: "-1" }, panel.words.reported);
  const hadFocus = document.activeElement === button;
  button.replaceWith(note);
  if (hadFocus) note.focus();
}

/** Shows the emotes of the table, and a note for each muted player, once `hello` has come. */
function showSigns(panel, { emotes, seats, signed_in: signedIn }) {
  panel.form.hidden = panel.signs.hidden = !signedIn;
  if (!signedIn) panel.form.after(make("a", { href: panel.on.login }, panel.words.sign_in_to_talk));
  panel.signs.append(
    ...emotes.map((emote) =>
      make(
        "button",
        { class: "button button--small", type: "button", "data-emote": emote },
        emoteWords(panel.words, emote),
      ),
    ),
  );
  for (const { name } of seats) if (panel.muted.has(name)) muteNote(panel, name);
}

const emoteWords = (words, emote) => words[`emote_${emote.replace("-", "_")}`] ?? emote;

function addMessage(panel, said) {
  const isMuted = panel.muted.has(said.name);
  const atEnd = panel.scroll.scrollHeight - panel.scroll.scrollTop - panel.scroll.clientHeight < 60;
  const element = messageElement(panel, said);
  element.hidden = isMuted;
  panel.list.append(element);
  if (isMuted) return;
  if (isMine(panel, said)) clearField(panel, said);
  if (atEnd) panel.scroll.scrollTop = panel.scroll.scrollHeight;
  const isOpen = WIDE_SCREEN.matches || panel.talk.classList.contains("talk--open");
  if (isOpen) return;
  panel.missed += 1;
  panel.unread.hidden = false;
  panel.unread.textContent = String(panel.missed);
}

/** Returns whether a message is mine: by seat, or for spectators by name. */
function isMine({ model, myName }, { seat, name }) {
  return model.seat === null ? seat === null && name === myName : seat === model.seat;
}

function messageElement(panel, said) {
  const { words, model } = panel;
  const mine = isMine(panel, said);
  const content = said.emote ? make("em", {}, emoteWords(words, said.emote)) : document.createTextNode(said.text ?? "");
  const room = said.room === "gallery" ? make("span", { class: "badge" }, words.room_gallery) : null;
  const buttons = mine
    ? []
    : [messageButton(words.mute, said.name, { "data-mute": said.name }), reportButton(words, model, said)];
  return make(
    "li",
    { class: `talk__line${mine ? " talk__line--mine" : ""}`, "data-who": said.name },
    make("p", { class: "talk__who" }, make("bdi", {}, said.name), room, ...buttons),
    make("p", { class: "talk__what" }, content),
  );
}

/** Returns the report button; none for emotes, and none for visitors. */
function reportButton(words, model, said) {
  if (said.emote || !model.hello.signed_in) return null;
  return messageButton(words.report, said.name, { "data-report": String(said.id) });
}

function messageButton(label, name, data) {
  const attributes = { class: "button button--link talk__mute", type: "button", ...data };
  return make("button", attributes, label, screenReaderText(` ${name}`));
}

/** Mutes a player, and remembers it on this device. */
function mutePerson(panel, name) {
  panel.muted.add(name);
  localStorage.setItem(MUTED_STORAGE_KEY, JSON.stringify([...panel.muted]));
  hideLines(panel, name, true);
  muteNote(panel, name).focus();
}

/** Hides or shows the messages of a player; hidden ones are kept for unmuting. */
function hideLines({ list }, name, hidden) {
  for (const element of list.querySelectorAll("[data-who]")) {
    if (element.dataset.who === name) element.hidden = hidden;
  }
}

/** Adds a note that a player is muted, with a button to unmute. */
function muteNote(panel, name) {
  const again = make("button", { class: "button button--link", type: "button" }, panel.words.unmute);
  const note = make("li", { class: "talk__line talk__line--note" }, say(panel.words, "muted", { name }), " ", again);
  again.addEventListener("click", () => unmute(panel, name, note));
  panel.list.append(note);
  return again;
}

function unmute(panel, name, note) {
  panel.muted.delete(name);
  localStorage.setItem(MUTED_STORAGE_KEY, JSON.stringify([...panel.muted]));
  note.remove();
  hideLines(panel, name, false);
  panel.scroll.focus();
}

function readMuted() {
  try {
    return new Set(JSON.parse(localStorage.getItem(MUTED_STORAGE_KEY) ?? "[]"));
  } catch {
    return new Set();
  }
}
