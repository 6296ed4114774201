/* Keys of a replay: ← → one move, Home and End to the ends, space plays and pauses. */

const STEPS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

/** Listens to keys while the focus is in `root`; without any focus only to arrows while the table is in view. */
export function enableKeys(root, stage, { step, toggle }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (document.querySelector("dialog[open]")) return;
    const isLooking = event.target === document.body && event.key.startsWith("Arrow") && isInView(stage);
    if (!root.contains(event.target) && !isLooking) return;
    const name = event.target.closest("select, input") ? null : STEPS[event.key];
    const isSpace = event.key === " " && !event.target.closest("button, select, a");
    if (!name && !isSpace) return;
    event.preventDefault();
    if (name) step(name);
    else toggle();
  });
}

/** Returns whether the element crosses the middle of the screen. */
function isInView(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight / 2 && bottom > innerHeight / 2;
}
