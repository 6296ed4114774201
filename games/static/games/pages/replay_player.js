/* Walks through a match by hand, by keys, by the clock or by the address. Everything is drawn from `now`. */

import { drawTable, onReshape, partsOf } from "../table/draw.js";
import { make, setText } from "../table/elements.js";
import { animate, capture } from "../table/motion.js";
import { seatDialog } from "../table/seat_dialog.js";
import { addressOf, placeIn } from "./replay_address.js";
import { barOf, controlsOf, footOf, headOf, showControls } from "./replay_controls.js";
import { drawHands } from "./replay_hands.js";
import { stepByKey } from "./replay_keys.js";
import { EVERYONE, eyesFrom, lineAt, modelAt, spokenAt } from "./replay_story.js";

const PACE = { calm: 1100, fast: 500 };
const ADDRESS_AFTER = 150; // browsers refuse an address that changes with every pixel of a slider
const COPIED_FOR = 2000;

export class Player {
  constructor(root, story) {
    this.story = story;
    this.now = { move: 0, eyes: EVERYONE, playing: false, fast: false };
    this.stage = make("div", { class: "live replay__table" });
    this.list = make("ul", { class: "open-hands", role: "list", hidden: true });
    this.parts = partsOf(this.stage, story.tableWords);
    this.parts.side.hidden = true; // what is of use in it stands above and below the table
    this.controls = controlsOf(story);
    const head = headOf(story, this.controls);
    const bar = barOf(story, this.controls, this.parts.progress);
    const foot = footOf(story, this.controls, this.parts.rounds);
    root.replaceChildren(head, this.stage, this.list, bar, foot, this.controls.spoken);
    root.tabIndex = -1; // a press on the table brings the keys here
    this.listen(root);
    this.draw();
    if (this.read()) root.scrollIntoView({ block: "start" });
  }

  listen(root) {
    const { controls, story } = this;
    for (const name of ["first", "back", "on", "last"]) controls[name].addEventListener("click", () => this.step(name));
    controls.play.addEventListener("click", () => this.toggle());
    controls.speed.addEventListener("click", () => this.go({ fast: !this.now.fast }));
    controls.slider.addEventListener("input", () => this.slide(Number(controls.slider.value)));
    controls.eyes.addEventListener("change", () => this.go({ eyes: eyesFrom(story, controls.eyes.value) }));
    controls.copy.addEventListener("click", () => this.copy());
    stepByKey(root, this.stage, { step: (name) => this.step(name), toggle: () => this.toggle() });
    seatDialog(root, this.parts, () => this.model);
    addEventListener("hashchange", () => this.read());
    onReshape(() => this.draw());
  }

  draw() {
    const { story, stage, now } = this;
    this.model = modelAt(story, now.move, now.eyes);
    drawTable(stage, this.model);
    drawHands(story, this, this.model, now);
    showControls(story, this.controls, now, lineAt(story, now.move, now.eyes));
  }

  /** Shows another move, or the same through other eyes; a step forward is shown as it happened. */
  go(change) {
    const before = this.now;
    const boxes = capture(this.stage);
    for (const ghost of this.stage.querySelectorAll(".ghost")) ghost.remove();
    this.now = { ...before, ...change };
    this.draw();
    if (this.now.move === before.move + 1 && this.now.eyes === before.eyes) animate(this.stage, this.model, boxes);
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.write(), ADDRESS_AFTER);
  }

  within(move) {
    return Math.max(0, Math.min(this.story.last, move));
  }

  /** By hand: playing stops, and the move is read out. */
  step(name) {
    const { move } = this.now;
    const to = { first: 0, back: move - 1, on: move + 1, last: this.story.last }[name];
    this.stop();
    this.go({ move: this.within(to), playing: false });
    setText(this.controls.spoken, spokenAt(this.story, this.now.move, this.now.eyes));
  }

  /** The slider says by itself where it stands. */
  slide(move) {
    this.stop();
    this.go({ move: this.within(move), playing: false });
  }

  toggle() {
    if (this.now.playing) {
      this.stop();
      return this.go({ playing: false });
    }
    setText(this.controls.spoken, "");
    const atEnd = this.now.move === this.story.last;
    this.go({ playing: true, move: atEnd ? 0 : this.now.move });
    this.wait(atEnd ? undefined : 0);
  }

  wait(time = this.now.fast ? PACE.fast : PACE.calm) {
    this.timer = setTimeout(() => this.advance(), time);
  }

  advance() {
    const move = this.within(this.now.move + 1);
    this.go({ move, playing: move < this.story.last });
    if (this.now.playing) this.wait();
  }

  stop() {
    clearTimeout(this.timer);
  }

  /** True where the address names a move. */
  read() {
    const place = placeIn(location.hash);
    if (!place) return false;
    this.stop();
    this.go({ move: this.within(place.move), eyes: eyesFrom(this.story, place.seat), playing: false });
    return true;
  }

  write() {
    history.replaceState(history.state, "", addressOf(this.now));
  }

  async copy() {
    const { words } = this.story;
    const { copyWords, spoken } = this.controls;
    this.write();
    const said = await navigator.clipboard.writeText(location.href).then(
      () => words.copied,
      () => words.not_copied,
    );
    setText(copyWords, said);
    setText(spoken, said);
    setTimeout(() => setText(copyWords, words.copy_link), COPIED_FOR);
  }
}
