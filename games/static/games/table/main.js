/* Wires the live table: messages come in, the model is folded, everything is drawn from it. */

import { announcer } from "./announce.js";
import { useSprites } from "./cards.js";
import { drawClocks } from "./clock.js";
import { drawTable, onReshape, partsOf } from "./draw.js";
import { setText } from "./elements.js";
import { keepingFocus } from "./focus.js";
import { emptyModel, fold, isAboutTalk, isMyTurn } from "./model.js";
import { animate, capture } from "./motion.js";
import { playing } from "./play.js";
import { seatDialog } from "./seat_dialog.js";
import { connect } from "./socket.js";
import { sounder } from "./sounds.js";
import { showStopped } from "./stopped.js";
import { talkPanel } from "./talk.js";

const PROTOCOL = 1;
const PAGES = new Set(["waiting", "called-off"]);
const RELOADED = "guildhall.reloaded";

const root = document.getElementById("table");
const words = JSON.parse(document.getElementById("words").textContent);
useSprites({ emblems: root.dataset.emblems, figures: root.dataset.figures, icons: root.dataset.icons });

let model = { ...emptyModel(words), delayed: root.dataset.delayed === "true" };
let failure = "";
const parts = partsOf(root, words);
const announce = announcer(root);
const sound = sounder(root.dataset.sounds === "true");
const drawTalk = talkPanel(parts, words, root.dataset.name, {
  say: (text) => line.send({ type: "say", text }),
  emote: (emote) => line.send({ type: "emote", emote }),
  report: (words) => line.send({ type: "report", words }),
  login: root.dataset.login,
});
const line = connect(root.dataset.socket, { message: receive, status: showStatus });

playing({ root, model: () => model, change, act }, parts, root.dataset.confirm === "true");
seatDialog(root, parts, () => model);
onReshape(() => show());
setInterval(() => drawClocks(root, Date.now() + model.offset, words), 250);

function receive(message) {
  if (mustReload(message)) return;
  if (message.type === "error") failure = message.reason;
  const before = capture(root);
  const old = model;
  model = fold(model, message, Date.now());
  if (model === old) return;
  if (message.type === "state" && message.events.length && !isAboutTalk(model)) model = { ...model, refusal: null };
  show();
  if (message.type !== "state") return;
  animate(root, model, before);
  announce(model);
  sound(model.state.events, isMyTurn(model));
}

/** A table that has not begun or was called off is a page of the server's; so is one that speaks another protocol. */
function mustReload(message) {
  const isOther = message.type === "hello" && message.protocol !== PROTOCOL;
  const isPage = message.type === "changed" || (message.type === "hello" && PAGES.has(message.status));
  if (message.type === "hello" && !isOther) sessionStorage.removeItem(RELOADED);
  if (!isPage && !(isOther && !sessionStorage.getItem(RELOADED))) return false;
  if (isOther) sessionStorage.setItem(RELOADED, "true");
  location.reload();
  return true;
}

function show() {
  keepingFocus(root, parts, model, () => drawTable(root, model));
  drawTalk(model);
  drawClocks(root, Date.now() + model.offset, words);
}

function change(values) {
  model = { ...model, ...values };
  show();
}

/** Sends what was chosen. The card is on its way until the server says otherwise. */
function act(action, card) {
  const { seq } = model.state;
  const id = line.act(action, seq);
  change({ pending: { id, action, card, seq }, lifted: null, refusal: null });
}

function showStatus(status, code) {
  parts.notice.hidden = status === "open";
  root.classList.toggle("live--offline", status !== "open");
  if (status === "reconnecting") setText(parts.notice, words.reconnecting);
  if (status === "stopped") showStopped(root, parts.notice, words, code, failure);
}
