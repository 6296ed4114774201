// The player's own part of the deal: 32 random bytes that no server has chosen. Kept here, beside the fingerprint that
// was shown before, so that both can be checked when the match is over.
function draw() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-contribute]")) return;
  const part = draw();
  form.elements.contribution.value = part;
  const { table, commitment } = document.querySelector("[data-table]").dataset;
  localStorage.setItem(`deal:${table}`, JSON.stringify({ commitment, part }));
});

// Whoever asked for a quick game has said that they are ready.
if (new URLSearchParams(location.search).has("start")) {
  history.replaceState(null, "", location.pathname);
  document.querySelector("[data-contribute]")?.requestSubmit();
}
