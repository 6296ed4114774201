// Sends the player's contribution to the seed: 32 random bytes from the browser. Stores it with the hash of the secret
// that was shown before, so that check_deal.js can check both after the match.
const RETRY_MILLISECONDS = 5000;
const HTTP_CONFLICT = 409;
let isSending = false;

function drawContribution() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function storeContribution(part) {
  const { table, commitment } = document.querySelector("[data-table]").dataset;
  localStorage.setItem(`deal:${table}`, JSON.stringify({ commitment, part }));
}

/** Returns the contribution to this very deal that is stored already, by another tab or before a reload. */
function storedContribution() {
  const { table, commitment } = document.querySelector("[data-table]").dataset;
  const known = JSON.parse(localStorage.getItem(`deal:${table}`)) ?? {};
  return known.commitment === commitment ? known.part : null;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-contribute]")) return;
  const part = drawContribution();
  form.elements.contribution.value = part;
  storeContribution(part);
});

/** Sends the contribution to a sealed table at once, because nobody presses "ready" there. */
async function sendContribution() {
  const form = document.querySelector("[data-contribute-now]");
  if (!form || isSending) return;
  isSending = true;
  form.elements.contribution.value = storedContribution() ?? drawContribution();
  storeContribution(form.elements.contribution.value);
  const answer = await fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => null);
  if (answer?.ok || answer?.status === HTTP_CONFLICT) return;
  isSending = false;
  setTimeout(sendContribution, RETRY_MILLISECONDS);
}

sendContribution();

// After "quick game" the player is ready without a press.
if (new URLSearchParams(location.search).has("start")) {
  history.replaceState(null, "", location.pathname);
  document.querySelector("[data-contribute]")?.requestSubmit();
}
