/* <a href="/a/page/that/asks/" data-dialog="id">: opens the native dialog of that id instead of the page. */

document.addEventListener("click", (event) => {
  const opener = event.target.closest("[data-dialog]");
  if (opener) {
    const dialog = document.getElementById(opener.dataset.dialog);
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    dialog.showModal();
    return;
  }

  const closer = event.target.closest("[data-dialog-close]");
  if (closer) {
    event.preventDefault();
    closer.closest("dialog").close();
    return;
  }

  // The dialog itself is clicked only where it has no content: its backdrop, and its padding.
  if (event.target instanceof HTMLDialogElement && isOutside(event, event.target)) {
    event.target.close();
  }
});

function isOutside(event, element) {
  const box = element.getBoundingClientRect();
  return (
    event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom
  );
}
