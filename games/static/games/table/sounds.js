/* Plays short tones for a card, a gem, a taken round and one's turn, if sounds are switched on. */

// [pitch in hertz, start in seconds, length in seconds]
const TONES = {
  card: [
    [220, 0, 0.07],
    [160, 0.03, 0.09],
  ],
  gem: [
    [1318, 0, 0.12],
    [1760, 0.07, 0.18],
  ],
  round: [
    [392, 0, 0.12],
    [523, 0.1, 0.2],
  ],
  turn: [
    [587, 0, 0.12],
    [784, 0.12, 0.22],
  ],
};

/** Returns a function that plays the tones of a model's newest events. */
export function createSounds(wanted) {
  if (!wanted || !window.AudioContext) return () => {};
  let context = null;
  const wake = () => {
    context ??= new AudioContext();
    context.resume();
  };
  addEventListener("pointerdown", wake, { once: true });
  addEventListener("keydown", wake, { once: true });
  return (events, isMyTurn) => {
    if (context?.state !== "running") return;
    const kinds = new Set(events.map((event) => (event.kind === "pass" ? "gem" : event.kind)));
    for (const kind of kinds) play(context, TONES[kind], 0);
    if (isMyTurn && events.length) play(context, TONES.turn, 0.25);
  };
}

function play(context, tones = [], delay) {
  for (const [pitch, after, length] of tones) {
    const start = context.currentTime + delay + after;
    const [voice, volume] = [context.createOscillator(), context.createGain()];
    voice.type = "triangle";
    voice.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.12, start + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    voice.connect(volume).connect(context.destination);
    voice.start(start);
    voice.stop(start + length + 0.02);
  }
}
