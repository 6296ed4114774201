/* Lets players drag a card to the middle of the table. A short movement counts as a click. */

const DRAG_START_PIXELS = 10;
// How far beside the middle a card may be dropped.
const DROP_MARGIN_PIXELS = 40;

/** `rules` is { mayDrag(card), dropped(card) }. */
export function enableDragging({ hand, ...goal }, rules) {
  let drag = null;
  hand.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-card]");
    if (!button || event.button !== 0 || !rules.mayDrag(button.dataset.card)) return;
    drag = { button, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  });
  addEventListener("pointermove", (event) => event.pointerId === drag?.id && moveDragged(drag, event, goal));
  addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { button, moved } = drag;
    const inside = moved && isInside(goal, event);
    endDrag(drag, goal);
    drag = null;
    if (moved) swallowClick();
    if (inside) rules.dropped(button.dataset.card);
  });
  addEventListener("pointercancel", () => {
    if (drag) endDrag(drag, goal);
    drag = null;
  });
}

function moveDragged(drag, event, goal) {
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(x, y) < DRAG_START_PIXELS) return;
  drag.moved = true;
  event.preventDefault();
  drag.button.classList.add("hand__card--dragged");
  drag.button.style.translate = `${x}px ${y}px`;
  goal.middle.classList.toggle("middle--target", isInside(goal, event));
}

function endDrag({ button }, { middle }) {
  button.classList.remove("hand__card--dragged");
  button.style.translate = "";
  middle.classList.remove("middle--target");
}

/** Returns whether a card would be dropped in or near the middle, above the line over the hand. */
function isInside({ middle, trick, last, prompt }, { clientX, clientY }) {
  if (clientY >= prompt.getBoundingClientRect().top) return false;
  // With five or six players on a phone the middle itself has no box.
  return [middle, trick, last].some((part) => {
    const { left, right, top, bottom, width } = part.getBoundingClientRect();
    const across = clientX > left - DROP_MARGIN_PIXELS && clientX < right + DROP_MARGIN_PIXELS;
    return width > 0 && across && clientY > top - DROP_MARGIN_PIXELS && clientY < bottom + DROP_MARGIN_PIXELS;
  });
}

/** Ignores the click event that follows a drag. */
function swallowClick() {
  const swallow = (event) => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
