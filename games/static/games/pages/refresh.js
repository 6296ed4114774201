// A page that is told to refresh: it hears "changed" and fetches what it shows. A table that has begun is loaded anew.
const lists = document.getElementById("lists");
const SOONEST = 300;
const LATEST = 8000;
const A_MOMENT = 1500;
let wait = SOONEST;
let shown = [];
let soon = null;

function address(path) {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}

function refresh() {
  // Somebody who is choosing something is not interrupted.
  if (lists.contains(document.activeElement) && document.activeElement.tagName === "SELECT") {
    setTimeout(refresh, SOONEST);
    return;
  }
  lists.dispatchEvent(new CustomEvent("changed"));
}

// What was chosen and not yet sent outlives what is fetched meanwhile.
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

/** Whoever comes is shown at once. Whoever presses a button is gone and back in a moment: that is not worth showing. */
function showPresence(present) {
  const isNew = present.some((here, seat) => here && !shown[seat]);
  const isOther = present.some((here, seat) => here !== shown[seat]);
  shown = present;
  if (!isOther) return;
  clearTimeout(soon);
  soon = setTimeout(refresh, isNew ? 0 : A_MOMENT);
}

/** The cards are dealt: from the top of the page, however far down one was. */
function begin() {
  history.scrollRestoration = "manual";
  location.reload();
}

function connect() {
  const socket = new WebSocket(address(lists.dataset.socket));
  const beat = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send('{"type":"ping"}'), 20000);
  let first = true;
  socket.addEventListener("open", () => { wait = SOONEST; });
  socket.addEventListener("message", (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "changed") {
      shown = []; // other people sit there now
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
    clearInterval(beat);
    setTimeout(() => { connect(); refresh(); }, wait * (0.5 + Math.random()));
    wait = Math.min(LATEST, wait * 2);
  });
}

connect();
