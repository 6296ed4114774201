/* <button hidden data-copy="id-of-a-field" data-copied="Copied">: shown only where copying works. */

const SHOWN_FOR = 2000;

function prepare(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("button[data-copy][hidden]")) button.hidden = false;
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  await navigator.clipboard.writeText(field.value ?? field.textContent);
  const words = button.querySelector("span") ?? button;
  if (!button.dataset.words) button.dataset.words = words.textContent;
  words.textContent = button.dataset.copied;
  setTimeout(() => (words.textContent = button.dataset.words), SHOWN_FOR);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-copy]");
  // Where the browser refuses, the selected text is still one key away.
  if (button) copy(button).catch(() => document.getElementById(button.dataset.copy).select?.());
});

document.addEventListener("htmx:load", (event) => prepare(event.target));
prepare(document);
