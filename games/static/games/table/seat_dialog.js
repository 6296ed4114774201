/* Opens the dialogs with a player's cards in full, and with the rounds so far. */

import { make } from "./elements.js";
import { drawSeat } from "./seats.js";

/** Opens on [data-open-seat] and [data-open-history]. dialogs.js of the site closes both. */
export function enableSeatDialog(root, { history, columns }, model) {
  root.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open-seat]");
    if (opener) showSeat(columns, model(), Number(opener.dataset.openSeat));
    if (event.target.closest("[data-open-history]")) history.showModal();
  });
}

function showSeat(dialog, model, seat) {
  const element = make("div", { class: "seat seat--full" });
  drawSeat(element, model, seat);
  element.querySelector(".seat__open").remove();
  const close = make(
    "button",
    { class: "button", type: "button", "data-dialog-close": true, autofocus: true },
    model.words.close,
  );
  dialog.replaceChildren(element, make("div", { class: "dialog__actions" }, close));
  dialog.showModal();
}
