/* The line to the server: connects, keeps alive, connects again, and never loses an action. docs/protocol.md */

const PING_EVERY = 20_000;
const FIRST_WAIT = 300;
const LONGEST_WAIT = 8_000;
// Every ping is answered; a line that stays silent for longer than this is dead, whatever the browser thinks.
const SILENCE = 45_000;
// After these the server will not change its mind.
const FINAL = new Set([4401, 4403, 4404]);

/** `on` is { message(object), status("open" | "reconnecting" | "stopped", code) }. */
export function connect(path, on) {
  const line = { path, on, socket: null, attempts: 0, timer: null, stopped: false, unanswered: null, heard: 0 };
  addEventListener("online", () => connectNow(line));
  document.addEventListener("visibilitychange", () => !document.hidden && connectNow(line));
  addEventListener("pagehide", () => line.socket?.close());
  addEventListener("pageshow", (event) => event.persisted && connectNow(line));
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
  send(line, message);
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

function keepAlive(line) {
  if (isSilent(line)) connectNow(line);
  else send(line, { type: "ping" });
}

const isSilent = (line) => Date.now() - line.heard > SILENCE;

function open(line) {
  clearTimeout(line.timer);
  line.heard = Date.now();
  const address = new URL(line.path, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address);
  line.socket = socket;
  socket.addEventListener("message", (event) => socket === line.socket && receive(line, event.data));
  socket.addEventListener("close", (event) => socket === line.socket && closed(line, event.code));
}

function receive(line, text) {
  const message = JSON.parse(text);
  line.heard = Date.now();
  if (message.type === "hello") greeted(line);
  if (message.type === "restart") moveOver(line, message.within);
  if ((message.type === "done" || message.type === "refused") && message.id === line.unanswered?.id)
    line.unanswered = null;
  line.on.message(message);
}

/** The server knows us again: what it never answered goes out once more, under the same id. */
function greeted(line) {
  line.attempts = 0;
  line.on.status("open");
  if (line.unanswered) send(line, line.unanswered);
}

/** This process ends soon: leave it at a moment of our own, so that not everybody knocks at once. */
function moveOver(line, within) {
  clearTimeout(line.timer);
  line.timer = setTimeout(() => {
    const old = line.socket;
    open(line);
    old.close();
  }, Math.random() * within);
}

function closed(line, code) {
  line.socket = null;
  if (FINAL.has(code)) {
    line.stopped = true;
    line.on.status("stopped", code);
    return;
  }
  line.on.status("reconnecting", code);
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** line.attempts);
  line.attempts += 1;
  clearTimeout(line.timer);
  line.timer = setTimeout(() => open(line), longest * (0.5 + Math.random() / 2));
}

function connectNow(line) {
  if (line.stopped || (line.socket !== null && !isSilent(line))) return;
  const old = line.socket;
  open(line);
  old?.close();
}
