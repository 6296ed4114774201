/* Runs the live table: folds messages into the model, and draws everything from it. */

import { createAnnouncer } from "./announce.js";
import { setSpriteAddresses } from "./cards.js";
import { drawClocks } from "./clock.js";
import { drawTable, onLayoutChange, partsOf } from "./draw.js";
import { setText } from "./elements.js";
import { drawKeepingFocus } from "./focus.js";
import { emptyModel, fold, isAboutTalk, isMyTurn } from "./model.js";
import { animate, capture } from "./motion.js";
import { enablePlay } from "./play.js";
import { enableSeatDialog } from "./seat_dialog.js";
import { connect } from "./socket.js";
import { createSounds } from "./sounds.js";
import { showStopped } from "./stopped.js";
import { createTalkPanel } from "./talk.js";

const PROTOCOL = 1;
const PAGE_STATUSES = new Set(["waiting", "called-off"]);
const RELOADED_STORAGE_KEY = "guildhall.reloaded";

const root = document.getElementById("table");
const words = JSON.parse(document.getElementById("words").textContent);
setSpriteAddresses({ emblems: root.dataset.emblems, figures: root.dataset.figures, icons: root.dataset.icons });

let model = { ...emptyModel(words), delayed: root.dataset.delayed === "true" };
let failure = "";
const parts = partsOf(root, words);
const announce = createAnnouncer(root);
const sound = createSounds(root.dataset.sounds === "true");
const drawTalk = createTalkPanel(parts, words, root.dataset.name, {
  say: (text) => connection.send({ type: "say", text }),
  emote: (emote) => connection.send({ type: "emote", emote }),
  report: (words) => connection.send({ type: "report", words }),
  login: root.dataset.login,
});
const connection = connect(root.dataset.socket, { message: receive, status: showStatus });

enablePlay({ root, model: () => model, change, act }, parts, root.dataset.confirm === "true");
enableSeatDialog(root, parts, () => model);
onLayoutChange(() => show());
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

/** Reloads the page for another protocol (once), and if the table waits or was called off; returns whether it did. */
function mustReload(message) {
  const isOther = message.type === "hello" && message.protocol !== PROTOCOL;
  const isPage = message.type === "changed" || (message.type === "hello" && PAGE_STATUSES.has(message.status));
  if (message.type === "hello" && !isOther) sessionStorage.removeItem(RELOADED_STORAGE_KEY);
  if (!isPage && !(isOther && !sessionStorage.getItem(RELOADED_STORAGE_KEY))) return false;
  if (isOther) sessionStorage.setItem(RELOADED_STORAGE_KEY, "true");
  location.reload();
  return true;
}

function show() {
  drawKeepingFocus(root, parts, model, () => drawTable(root, model));
  drawTalk(model);
  drawClocks(root, Date.now() + model.offset, words);
}

function change(values) {
  model = { ...model, ...values };
  show();
}

/** Sends an action, which stays pending until the server answers. */
function act(action, card) {
  const { seq } = model.state;
  const id = connection.act(action, seq);
  change({ pending: { id, action, card, seq }, lifted: null, refusal: null });
}

function showStatus(status, code) {
  parts.notice.hidden = status === "open";
  root.classList.toggle("live--offline", status !== "open");
  if (status === "reconnecting") setText(parts.notice, words.reconnecting);
  if (status === "stopped") showStopped(root, parts.notice, words, code, failure);
}
