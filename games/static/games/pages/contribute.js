// The player's own part of the deal: 32 random bytes that no server has chosen. Kept here, beside the fingerprint that
// was shown before, so that both can be checked when the match is over.
const SEND_AGAIN_AFTER = 5000;
const REFUSED = 409;
let isSending = false;

function draw() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keep(part) {
  const { table, commitment } = document.querySelector("[data-table]").dataset;
  localStorage.setItem(`deal:${table}`, JSON.stringify({ commitment, part }));
}

/** What this browser has drawn for this very deal already, in another tab or before the page was loaded anew. */
function kept() {
  const { table, commitment } = document.querySelector("[data-table]").dataset;
  const known = JSON.parse(localStorage.getItem(`deal:${table}`)) ?? {};
  return known.commitment === commitment ? known.part : null;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-contribute]")) return;
  const part = draw();
  form.elements.contribution.value = part;
  keep(part);
});

/** At a table that begins by itself nobody says that they are ready: the part goes there as soon as one looks. */
async function give() {
  const form = document.querySelector("[data-contribute-now]");
  if (!form || isSending) return;
  isSending = true;
  form.elements.contribution.value = kept() ?? draw();
  keep(form.elements.contribution.value);
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (answer?.ok || answer?.status === REFUSED) return;
  isSending = false;
  setTimeout(give, SEND_AGAIN_AFTER);
}

give();

// Whoever asked for a quick game has said that they are ready.
if (new URLSearchParams(location.search).has("start")) {
  history.replaceState(null, "", location.pathname);
  document.querySelector("[data-contribute]")?.requestSubmit();
}
