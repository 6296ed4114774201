/* The WebSocket to the server: connects, pings, reconnects, and sends unanswered actions again. docs/protocol.md */

const PING_INTERVAL_MILLISECONDS = 20_000;
const RECONNECT_FIRST_MILLISECONDS = 300;
const RECONNECT_LIMIT_MILLISECONDS = 8_000;
// Without an answer within these times the connection counts as dead, even if the browser does not say so.
const CHECK_TIMEOUT_MILLISECONDS = 2_500;
const ANSWER_TIMEOUT_MILLISECONDS = 4_000;
const HELLO_TIMEOUT_MILLISECONDS = 8_000;
// Each time-out doubles the next one, up to this limit, so that a slow server gets no more requests.
const TIMEOUT_LIMIT_MILLISECONDS = 32_000;
// After so long without a message the connection is checked when the page is shown again.
const SILENCE_MILLISECONDS = 5_000;
// Close codes after which there is no reconnecting.
const FINAL_CLOSE_CODES = new Set([4401, 4403, 4404]);

/** Connects to `path`. `on` is { message(object), status("open" | "reconnecting" | "stopped", code) }. */
export function connect(path, on) {
  const connection = { path, on, socket: null, attempts: 0, timer: null, stopped: false, unanswered: null, heard: 0 };
  Object.assign(connection, { wait: null, due: Infinity, timeouts: 0, shown: null });
  addEventListener("online", () => check(connection));
  addEventListener("offline", () => reportStatus(connection, "reconnecting"));
  document.addEventListener("visibilitychange", () => !document.hidden && isSilent(connection) && check(connection));
  addEventListener("pagehide", () => connection.socket?.close());
  addEventListener("pageshow", (event) => event.persisted && check(connection));
  setInterval(() => keepAlive(connection), PING_INTERVAL_MILLISECONDS);
  open(connection);
  return {
    act: (action, seq) => act(connection, action, seq),
    send: (message) => send(connection, message),
  };
}

/** Sends an action with its own id, and stores it until it is answered. */
function act(connection, action, seq) {
  const message = { type: "act", id: newId(), seq, action };
  connection.unanswered = message;
  if (send(connection, message)) expectAnswer(connection, ANSWER_TIMEOUT_MILLISECONDS);
  return message.id;
}

// Without TLS, as on a home network, browsers have no randomUUID.
function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
}

function send(connection, message) {
  if (connection.socket?.readyState !== WebSocket.OPEN) return false;
  connection.socket.send(JSON.stringify(message));
  return true;
}

/** Reports the status of the connection when it changes. */
function reportStatus(connection, status, code) {
  if (connection.stopped || connection.shown === status) return;
  connection.shown = status;
  connection.stopped = status === "stopped";
  connection.on.status(status, code);
}

/* --- Pings and time-outs --- */

const isSilent = (connection) => Date.now() - connection.heard > SILENCE_MILLISECONDS;

function keepAlive(connection) {
  if (send(connection, { type: "ping" })) expectAnswer(connection, ANSWER_TIMEOUT_MILLISECONDS);
}

/** Pings with a short time-out; connects if there is no connection. */
function check(connection) {
  if (connection.stopped) return;
  if (connection.socket === null) return open(connection);
  send(connection, { type: "ping" });
  expectAnswer(connection, CHECK_TIMEOUT_MILLISECONDS);
}

/** Starts a time-out unless one ends earlier. When it ends, the connection is replaced. */
function expectAnswer(connection, within) {
  const timeout = Math.min(TIMEOUT_LIMIT_MILLISECONDS, within * 2 ** connection.timeouts);
  if (connection.due <= Date.now() + timeout) return;
  clearTimeout(connection.wait);
  connection.due = Date.now() + timeout;
  connection.wait = setTimeout(() => timedOut(connection), timeout);
}

function cancelTimeout(connection) {
  clearTimeout(connection.wait);
  connection.due = Infinity;
}

function timedOut(connection) {
  if (connection.stopped) return;
  connection.timeouts += 1;
  reportStatus(connection, "reconnecting");
  replace(connection);
}

/** Cancels the time-out: for an action only its own answer does, for all else any message. */
function noteReceived(connection, message) {
  connection.heard = Date.now();
  const isAnswer = message.type === "done" || message.type === "refused";
  if (isAnswer && message.id === connection.unanswered?.id) connection.unanswered = null;
  if (connection.unanswered) return;
  cancelTimeout(connection);
  connection.timeouts = 0;
}

/* --- Connections --- */

function open(connection) {
  clearTimeout(connection.timer);
  cancelTimeout(connection);
  expectAnswer(connection, HELLO_TIMEOUT_MILLISECONDS);
  const address = new URL(connection.path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  connection.socket = socket;
  socket.addEventListener("message", (event) => socket === connection.socket && receive(connection, event.data));
  socket.addEventListener("close", (event) => socket === connection.socket && closed(connection, event.code));
}

/** Opens a new connection, and ignores what still comes from the old one. */
function replace(connection) {
  const old = connection.socket;
  open(connection);
  old?.close();
}

function receive(connection, text) {
  const message = JSON.parse(text);
  noteReceived(connection, message);
  if (message.type !== "error") reportStatus(connection, "open");
  if (message.type === "hello") resendUnanswered(connection);
  if (message.type === "restart") replaceWithin(connection, message.within);
  connection.on.message(message);
}

/** After `hello`: sends the unanswered action again, with the same id. */
function resendUnanswered(connection) {
  connection.attempts = 0;
  if (!connection.unanswered) return;
  cancelTimeout(connection);
  if (send(connection, connection.unanswered)) expectAnswer(connection, ANSWER_TIMEOUT_MILLISECONDS);
}

/** Reconnects at a random moment within this time, because the process ends: not all clients at once. */
function replaceWithin(connection, within) {
  clearTimeout(connection.timer);
  connection.timer = setTimeout(() => replace(connection), Math.random() * within);
}

function closed(connection, code) {
  connection.socket = null;
  cancelTimeout(connection);
  if (FINAL_CLOSE_CODES.has(code)) return reportStatus(connection, "stopped", code);
  reportStatus(connection, "reconnecting", code);
  const longest = Math.min(RECONNECT_LIMIT_MILLISECONDS, RECONNECT_FIRST_MILLISECONDS * 2 ** connection.attempts);
  connection.attempts += 1;
  clearTimeout(connection.timer);
  connection.timer = setTimeout(() => open(connection), longest * (0.5 + Math.random() / 2));
}
