/* The line to the server: connects, keeps alive, connects again, and never loses an action. docs/protocol.md */

const PING_EVERY = 20_000;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
// What is asked of the server must be answered within these, or the line is dead, whatever the browser thinks.
const CHECK_WITHIN = 2_500;
const ANSWER_WITHIN = 4_000;
const GREETING_WITHIN = 8_000;
// A server that is only slow is not asked more and more often.
const LONGEST_PATIENCE = 32_000;
// Whoever looks at the page again after as long a silence wants to know at once whether the line still holds.
const LONG_SILENCE = 5_000;
// After these the server will not change its mind.
const FINAL = new Set([4401, 4403, 4404]);

/** `on` is { message(object), status("open" | "reconnecting" | "stopped", code) }. */
export function connect(path, on) {
  const line = { path, on, socket: null, attempts: 0, timer: null, stopped: false, unanswered: null, heard: 0 };
  Object.assign(line, { wait: null, due: Infinity, doubts: 0, shown: null });
  addEventListener("online", () => check(line));
  addEventListener("offline", () => tell(line, "reconnecting"));
  document.addEventListener("visibilitychange", () => !document.hidden && isSilent(line) && check(line));
  addEventListener("pagehide", () => line.socket?.close());
  addEventListener("pageshow", (event) => event.persisted && check(line));
  setInterval(() => keepAlive(line), PING_EVERY);
  open(line);
  return {
    act: (action, seq) => act(line, action, seq),
    send: (message) => send(line, message),
  };
}

/** Sends an action under an id of its own and keeps it until it is answered. */
function act(line, action, seq) {
  const message = { type: "act", id: newId(), seq, action };
  line.unanswered = message;
  if (send(line, message)) expectWord(line, ANSWER_WITHIN);
  return message.id;
}

// Pages without TLS, on a home network, have no randomUUID.
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

function send(line, message) {
  if (line.socket?.readyState !== WebSocket.OPEN) return false;
  line.socket.send(JSON.stringify(message));
  return true;
}

/** Shows how the line stands, once for each change. */
function tell(line, status, code) {
  if (line.stopped || line.shown === status) return;
  line.shown = status;
  line.stopped = status === "stopped";
  line.on.status(status, code);
}

/* --- Is anybody there? --- */

const isSilent = (line) => Date.now() - line.heard > LONG_SILENCE;

function keepAlive(line) {
  if (send(line, { type: "ping" })) expectWord(line, ANSWER_WITHIN);
}

/** Asks for a sign of life, now; without any connection, makes one. */
function check(line) {
  if (line.stopped) return;
  if (line.socket === null) return open(line);
  send(line, { type: "ping" });
  expectWord(line, CHECK_WITHIN);
}

/** One wait at a time, the one that ends first. When it ends, there is a new line. */
function expectWord(line, within) {
  const patience = Math.min(LONGEST_PATIENCE, within * 2 ** line.doubts);
  if (line.due <= Date.now() + patience) return;
  clearTimeout(line.wait);
  line.due = Date.now() + patience;
  line.wait = setTimeout(() => doubt(line), patience);
}

function waitNoMore(line) {
  clearTimeout(line.wait);
  line.due = Infinity;
}

function doubt(line) {
  if (line.stopped) return;
  line.doubts += 1;
  tell(line, "reconnecting");
  replace(line);
}

/** An action that is on its way is answered by its answer alone; everything else by anything that is heard. */
function hear(line, message) {
  line.heard = Date.now();
  const isAnswer = message.type === "done" || message.type === "refused";
  if (isAnswer && message.id === line.unanswered?.id) line.unanswered = null;
  if (line.unanswered) return;
  waitNoMore(line);
  line.doubts = 0;
}

/* --- Connections --- */

function open(line) {
  clearTimeout(line.timer);
  waitNoMore(line);
  expectWord(line, GREETING_WITHIN);
  const address = new URL(line.path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  line.socket = socket;
  socket.addEventListener("message", (event) => socket === line.socket && receive(line, event.data));
  socket.addEventListener("close", (event) => socket === line.socket && closed(line, event.code));
}

/** A new connection; whatever still comes over the old one is not heard any more. */
function replace(line) {
  const old = line.socket;
  open(line);
  old?.close();
}

function receive(line, text) {
  const message = JSON.parse(text);
  hear(line, message);
  if (message.type !== "error") tell(line, "open");
  if (message.type === "hello") greeted(line);
  if (message.type === "restart") moveOver(line, message.within);
  line.on.message(message);
}

/** The server knows us again: what it never answered goes out once more, under the same id. */
function greeted(line) {
  line.attempts = 0;
  if (!line.unanswered) return;
  waitNoMore(line);
  if (send(line, line.unanswered)) expectWord(line, ANSWER_WITHIN);
}

/** This process ends soon: leave it at a moment of our own, so that not everybody knocks at once. */
function moveOver(line, within) {
  clearTimeout(line.timer);
  line.timer = setTimeout(() => replace(line), Math.random() * within);
}

function closed(line, code) {
  line.socket = null;
  waitNoMore(line);
  if (FINAL.has(code)) return tell(line, "stopped", code);
  tell(line, "reconnecting", code);
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** line.attempts);
  line.attempts += 1;
  clearTimeout(line.timer);
  line.timer = setTimeout(() => open(line), longest * (0.5 + Math.random() / 2));
}
