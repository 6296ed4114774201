/* Dragging a card to the middle of the table. A short movement is a press, and left to the click. */

const FAR_ENOUGH = 10;
// How far beside the middle a card may land: a thumb that throws need not aim.
const MARGIN = 40;

/** `rules` is { mayDrag(card), dropped(card) }. */
export function dragging({ hand, ...goal }, rules) {
  let drag = null;
  hand.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-card]");
    if (!button || event.button !== 0 || !rules.mayDrag(button.dataset.card)) return;
    drag = { button, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  });
  addEventListener("pointermove", (event) => event.pointerId === drag?.id && follow(drag, event, goal));
  addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { button, moved } = drag;
    const inside = moved && isInside(goal, event);
    settle(drag, goal);
    drag = null;
    if (moved) swallowClick();
    if (inside) rules.dropped(button.dataset.card);
  });
  addEventListener("pointercancel", () => {
    if (drag) settle(drag, goal);
    drag = null;
  });
}

function follow(drag, event, goal) {
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(x, y) < FAR_ENOUGH) return;
  drag.moved = true;
  event.preventDefault();
  drag.button.classList.add("hand__card--dragged");
  drag.button.style.translate = `${x}px ${y}px`;
  goal.middle.classList.toggle("middle--target", isInside(goal, event));
}

function settle({ button }, { middle }) {
  button.classList.remove("hand__card--dragged");
  button.style.translate = "";
  middle.classList.remove("middle--target");
}

/** Over the middle, or close by; never over the line above the hand. A swipe that goes on up the page throws nothing. */
function isInside({ middle, trick, last, prompt }, { clientX, clientY }) {
  if (clientY >= prompt.getBoundingClientRect().top) return false;
  // At five and six on a phone the middle has no box of its own.
  return [middle, trick, last].some((part) => {
    const { left, right, top, bottom, width } = part.getBoundingClientRect();
    const across = clientX > left - MARGIN && clientX < right + MARGIN;
    return width > 0 && across && clientY > top - MARGIN && clientY < bottom + MARGIN;
  });
}

/** The click that follows a drag is not meant. */
function swallowClick() {
  const swallow = (event) => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
