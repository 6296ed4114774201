/* The clocks: the time for the turn first, then the bank. Drawn from the server's times and the offset to ours. */

const SHORT = 10_000;

/** Shows every clock below `root` as it stands at `now`, by the server's clock. */
export function drawClocks(root, now, words) {
  for (const clock of root.querySelectorAll(".clock")) drawClock(clock, now, words);
}

function drawClock(clock, now, words) {
  const { left, onBank, running } = timeLeft(clock.dataset, now);
  const text = onBank && running ? `${words.bank} ${written(left)}` : written(left);
  if (clock.textContent !== text) clock.textContent = text;
  clock.classList.toggle("clock--running", running);
  clock.classList.toggle("clock--short", running && left < SHORT);
  clock.classList.toggle("clock--bank", running && onBank);
}

/** Whoever is not to act has the bank, untouched. */
function timeLeft({ since, turn, bank, deadline }, now) {
  if (!deadline) return { left: Number(bank), onBank: true, running: false };
  const turnLeft = Number(since) + Number(turn) - now;
  // Whoever watches with a delay may look at a time before the game: no turn is longer than it is.
  if (turnLeft > 0) return { left: Math.min(turnLeft, Number(turn)), onBank: false, running: true };
  return { left: Math.max(0, Number(deadline) - now), onBank: true, running: true };
}

function written(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`;
  return `${minutes}:${two(seconds % 60)}`;
}

const two = (number) => String(number).padStart(2, "0");
