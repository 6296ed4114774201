/* Dragging a card to the middle of the table. A short movement is a press, and left to the click. */

const FAR_ENOUGH = 10;

/** `rules` is { mayDrag(card), dropped(card) }. */
export function dragging({ hand, middle, prompt }, rules) {
  let drag = null;
  hand.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-card]");
    if (!button || event.button !== 0 || !rules.mayDrag(button.dataset.card)) return;
    drag = { button, id: event.pointerId, x: event.clientX, y: event.clientY, moved: false };
  });
  addEventListener("pointermove", (event) => event.pointerId === drag?.id && follow(drag, event, middle, prompt));
  addEventListener("pointerup", (event) => {
    if (event.pointerId !== drag?.id) return;
    const { button, moved } = drag;
    const inside = moved && isAbove(prompt, event);
    settle(drag, middle);
    drag = null;
    if (moved) swallowClick();
    if (inside) rules.dropped(button.dataset.card);
  });
  addEventListener("pointercancel", () => {
    if (drag) settle(drag, middle);
    drag = null;
  });
}

function follow(drag, event, middle, prompt) {
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(x, y) < FAR_ENOUGH) return;
  drag.moved = true;
  event.preventDefault();
  drag.button.classList.add("hand__card--dragged");
  drag.button.style.translate = `${x}px ${y}px`;
  middle.classList.toggle("middle--target", isAbove(prompt, event));
}

function settle({ button }, middle) {
  button.classList.remove("hand__card--dragged");
  button.style.translate = "";
  middle.classList.remove("middle--target");
}

/** Anywhere above the line over the hand counts: a thumb that throws need not aim. */
const isAbove = (prompt, event) => event.clientY < prompt.getBoundingClientRect().top;

/** The click that follows a drag is not meant. */
function swallowClick() {
  const swallow = (event) => event.stopPropagation();
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
}
