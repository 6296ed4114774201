/* A socket that comes back by itself: later and later, each browser at a moment of its own. */

const SOONEST_MS = 300;
const LATEST_MS = 15000;
// Soon after arriving once: what changed before the bus knew that we listen is found by it.
const FIRST_PING_MS = 4000;
const PING_EVERY_MS = 20000;
const PONG_WITHIN_MS = 10000;
// Nobody there will listen later either: too many bad messages, no such page.
const FINAL = [4400, 4404];

const address = (path) => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;

/** Hands every message to `hear`. */
export function openPageSocket(path, hear) {
  let wait = SOONEST_MS;

  function connect() {
    const socket = new WebSocket(address(path));
    const timers = new Set();
    const later = (work, milliseconds) => timers.add(setTimeout(work, milliseconds));
    let silence = null;

    function ping() {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send('{"type":"ping"}');
      clearTimeout(silence);
      // A line that went dead without a word: whoever changed networks would wait for minutes.
      silence = setTimeout(() => leave(), PONG_WITHIN_MS);
      later(ping, PING_EVERY_MS);
    }

    function leave(code = 0) {
      clearTimeout(silence);
      timers.forEach(clearTimeout);
      socket.onclose = socket.onmessage = null;
      socket.close();
      if (FINAL.includes(code)) return;
      setTimeout(connect, wait * (0.5 + Math.random()));
      wait = Math.min(LATEST_MS, wait * 2);
    }

    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      clearTimeout(silence);
      if (message.type === "hello") {
        wait = SOONEST_MS;
        later(ping, FIRST_PING_MS);
      }
      if (message.type === "restart") later(() => leave(), Math.random() * message.within);
      hear(message);
    };
    socket.onclose = ({ code }) => leave(code);
  }

  connect();
}
