/* Draws the clocks: the time for the turn, then the bank, from the server's times and this device's offset. */

const SHORT_TIME_MILLISECONDS = 10_000;

/** Updates every clock in `root` for `now`, by the server's clock. */
export function drawClocks(root, now, words) {
  for (const clock of root.querySelectorAll(".clock")) drawClock(clock, now, words);
}

function drawClock(clock, now, words) {
  const { left, onBank, running } = timeLeft(clock.dataset, now);
  const text = onBank && running ? `${words.bank} ${formatTime(left)}` : formatTime(left);
  if (clock.textContent !== text) clock.textContent = text;
  clock.classList.toggle("clock--running", running);
  clock.classList.toggle("clock--short", running && left < SHORT_TIME_MILLISECONDS);
  clock.classList.toggle("clock--bank", running && onBank);
}

/** Returns the time left: of the turn, then of the bank; the whole bank for a player who is not to act. */
function timeLeft({ since, turn, bank, deadline }, now) {
  if (!deadline) return { left: Number(bank), onBank: true, running: false };
  const turnLeft = Number(since) + Number(turn) - now;
  // With delayed watching `now` may be before the turn: never show more than a whole turn.
  if (turnLeft > 0) return { left: Math.min(turnLeft, Number(turn)), onBank: false, running: true };
  return { left: Math.max(0, Number(deadline) - now), onBank: true, running: true };
}

function formatTime(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return `${Math.floor(minutes / 60)}:${two(minutes % 60)} h`;
  return `${minutes}:${two(seconds % 60)}`;
}

const two = (number) => String(number).padStart(2, "0");
