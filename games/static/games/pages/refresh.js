// Fetches the lists of a page again after the message "changed". The page of a table that has begun is reloaded.
const lists = document.getElementById("lists");
const RECONNECT_FIRST_MILLISECONDS = 300;
const RECONNECT_LIMIT_MILLISECONDS = 8000;
const REFRESH_RETRY_MILLISECONDS = 300;
const PING_INTERVAL_MILLISECONDS = 20_000;
const LEAVING_SHOWN_AFTER_MILLISECONDS = 1500;
let wait = RECONNECT_FIRST_MILLISECONDS;
let shown = [];
let presenceTimer = null;

function address(path) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}

function refresh() {
  // Wait while somebody has a list of choices open: a refresh would close it.
  if (lists.contains(document.activeElement) && document.activeElement.tagName === "SELECT") {
    setTimeout(refresh, REFRESH_RETRY_MILLISECONDS);
    return;
  }
  lists.dispatchEvent(new CustomEvent("changed"));
}

// Restores choices that were not sent yet after the lists are replaced.
let chosen = [];
const isChosen = ({ selectedOptions: [option] }) => option && !option.defaultSelected;
lists.addEventListener("htmx:beforeSwap", () => {
  chosen = [...lists.querySelectorAll("select")].filter(isChosen).map(({ id, value }) => [id, value]);
});
lists.addEventListener("htmx:afterSwap", () => {
  for (const [id, value] of chosen) {
    const select = document.getElementById(id);
    if (select) select.value = value;
  }
});

/** Shows who is connected: arrivals at once, departures after a while, because a press of a button reloads the page. */
function showPresence(present) {
  const isNew = present.some((here, seat) => here && !shown[seat]);
  const isOther = present.some((here, seat) => here !== shown[seat]);
  shown = present;
  if (!isOther) return;
  clearTimeout(presenceTimer);
  presenceTimer = setTimeout(refresh, isNew ? 0 : LEAVING_SHOWN_AFTER_MILLISECONDS);
}

/** Loads the live table, scrolled to the top. */
function begin() {
  history.scrollRestoration = "manual";
  location.reload();
}

function connect() {
  const socket = new WebSocket(address(lists.dataset.socket));
  const ping = () => socket.readyState === WebSocket.OPEN && socket.send('{"type":"ping"}');
  const heartbeat = setInterval(ping, PING_INTERVAL_MILLISECONDS);
  let first = true;
  socket.addEventListener("open", () => { wait = RECONNECT_FIRST_MILLISECONDS; });
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "changed") {
      shown = []; // other people may sit there now
      refresh();
    }
    if (message.type === "present") showPresence(message.present);
    if (message.type === "restart") setTimeout(() => socket.close(), Math.random() * message.within);
    if (message.type === "hello") {
      if (message.status !== "waiting") begin();
      else if (!first) refresh();
      first = false;
    }
  });
  socket.addEventListener("close", () => {
    clearInterval(heartbeat);
    setTimeout(() => { connect(); refresh(); }, wait * (0.5 + Math.random()));
    wait = Math.min(RECONNECT_LIMIT_MILLISECONDS, wait * 2);
  });
}

connect();
