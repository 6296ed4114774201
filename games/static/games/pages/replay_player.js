/* Steps through a match by buttons, keys, timer or URL fragment. Everything is drawn from `now`. */

import { drawTable, onLayoutChange, partsOf } from "../table/draw.js";
import { make, setText } from "../table/elements.js";
import { animate, capture } from "../table/motion.js";
import { enableSeatDialog } from "../table/seat_dialog.js";
import { hashOf, placeFromHash } from "./replay_address.js";
import { barOf, controlsOf, footOf, headOf, showControls } from "./replay_controls.js";
import { drawHands } from "./replay_hands.js";
import { enableKeys } from "./replay_keys.js";
import { EVERYONE, eyesFrom, lineAt, modelAt, spokenAt } from "./replay_story.js";

const STEP_MILLISECONDS = { calm: 1100, fast: 500 };
const ADDRESS_DELAY_MILLISECONDS = 150; // browsers refuse history.replaceState at every pixel of a slider
const COPIED_SHOWN_MILLISECONDS = 2000;

export class ReplayPlayer {
  constructor(root, story) {
    this.story = story;
    this.now = { move: 0, eyes: EVERYONE, playing: false, fast: false };
    this.stage = make("div", { class: "live replay__table" });
    this.list = make("ul", { class: "open-hands", role: "list", hidden: true });
    this.parts = partsOf(this.stage, story.tableWords);
    this.parts.side.hidden = true; // its useful parts stand above and below the table
    this.controls = controlsOf(story);
    const head = headOf(story, this.controls);
    const bar = barOf(story, this.controls, this.parts.progress);
    const foot = footOf(story, this.controls, this.parts.rounds);
    root.replaceChildren(head, this.stage, this.list, bar, foot, this.controls.spoken);
    root.tabIndex = -1; // a press on the table focuses it, so that keys work
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
    enableKeys(root, this.stage, { step: (name) => this.step(name), toggle: () => this.toggle() });
    enableSeatDialog(root, this.parts, () => this.model);
    addEventListener("hashchange", () => this.read());
    onLayoutChange(() => this.draw());
  }

  draw() {
    const { story, stage, now } = this;
    this.model = modelAt(story, now.move, now.eyes);
    drawTable(stage, this.model);
    drawHands(story, this, this.model, now);
    showControls(story, this.controls, now, lineAt(story, now.move, now.eyes));
  }

  /** Shows another move or another view; one step forward is animated. */
  go(change) {
    const before = this.now;
    const boxes = capture(this.stage);
    for (const ghost of this.stage.querySelectorAll(".ghost")) ghost.remove();
    this.now = { ...before, ...change };
    this.draw();
    if (this.now.move === before.move + 1 && this.now.eyes === before.eyes) animate(this.stage, this.model, boxes);
    clearTimeout(this.writing);
    this.writing = setTimeout(() => this.write(), ADDRESS_DELAY_MILLISECONDS);
  }

  within(move) {
    return Math.max(0, Math.min(this.story.last, move));
  }

  /** Steps by button or key: stops playing, and announces the move. */
  step(name) {
    const { move } = this.now;
    const to = { first: 0, back: move - 1, on: move + 1, last: this.story.last }[name];
    this.stop();
    this.go({ move: this.within(to), playing: false });
    setText(this.controls.spoken, spokenAt(this.story, this.now.move, this.now.eyes));
  }

  /** Moves to where the slider is; a screen reader reads the slider itself. */
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

  wait(time = this.now.fast ? STEP_MILLISECONDS.fast : STEP_MILLISECONDS.calm) {
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

  /** Goes to the move of the URL fragment; returns whether it names one. */
  read() {
    const place = placeFromHash(location.hash);
    if (!place) return false;
    this.stop();
    this.go({ move: this.within(place.move), eyes: eyesFrom(this.story, place.seat), playing: false });
    return true;
  }

  write() {
    history.replaceState(history.state, "", hashOf(this.now));
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
    setTimeout(() => setText(copyWords, words.copy_link), COPIED_SHOWN_MILLISECONDS);
  }
}
