/* Builds and updates the controls of a replay: steps, a slider over all moves, whose view, and the link. */

import { icon } from "../table/cards.js";
import { makeSvg, make, setAttributes, setText } from "../table/elements.js";
import { say } from "../table/speech.js";
import { eyesOf, roundEnds } from "./replay_story.js";

// Paths on the grid of the site's icons.
const SIGNS = {
  first: "M6 5v14 M18.500 5.500 9.500 12l9 6.500Z",
  back: "M16.500 5.500 7.500 12l9 6.500Z",
  play: "M8 5l11 7-11 7Z",
  pause: "M8.500 5.500v13 M15.500 5.500v13",
  on: "M7.500 5.500 16.500 12l-9 6.500Z",
  last: "M18 5v14 M5.500 5.500 14.500 12l-9 6.500Z",
};

function sign(name) {
  const line = { fill: "none", stroke: "currentColor", "stroke-width": 1.75, "stroke-linejoin": "round" };
  const box = { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" };
  return makeSvg("svg", box, makeSvg("path", { ...line, "stroke-linecap": "round", d: SIGNS[name] }));
}

/** Returns all controls, without listeners: replay_player.js adds those. */
export function controlsOf(story) {
  const { words, last } = story;
  const button = (name, kind = "") => stepButton(words[name], { "data-step": name, class: kind }, sign(name));
  const parts = {
    first: button("first"),
    back: button("back"),
    play: button("play", "replay__play"),
    on: button("on"),
    last: button("last"),
    speed: stepButton(words.fast, { "aria-pressed": "false" }, "2×"),
    slider: make("input", { type: "range", class: "replay__range", min: 0, max: last, "aria-label": words.move }),
    eyes: make("select", { class: "input replay__eyes", id: "replay-eyes" }, eyesOf(story).map(option)),
    copy: make("button", { class: "button", type: "button", hidden: !navigator.clipboard }, icon("link")),
    copyWords: make("span", {}, words.copy_link),
    number: make("span", { class: "replay__number" }),
    line: make("p", { class: "replay__line" }),
    spoken: make("p", { class: "aside-words", "aria-live": "polite" }),
  };
  parts.copy.append(parts.copyWords);
  return parts;
}

function stepButton(label, { class: kind = "", ...more }, content) {
  const attributes = { class: `button replay__step ${kind}`.trim(), type: "button", "aria-label": label, title: label };
  return make("button", { ...attributes, ...more }, content);
}

const option = ([value, name]) => make("option", { value }, name);

/** Returns the row above the table: whose view is shown. */
export const headOf = ({ words }, { eyes }) =>
  make("div", { class: "replay__head" }, make("label", { for: "replay-eyes" }, words.whose_eyes), eyes);

/** Returns the row below the controls: keys, rounds so far, link. */
export const footOf = ({ words }, { copy }, rounds) =>
  make("div", { class: "replay__foot" }, make("p", { class: "replay__keys" }, words.keys), rounds, copy);

/** Returns the bar below the table: the move as text, slider and steps. */
export function barOf(story, parts, progress) {
  const { words } = story;
  const marks = make("span", { class: "replay__marks", "aria-hidden": "true" }, roundEnds(story).map(markOf(story)));
  return make(
    "div",
    { class: "replay__bar", role: "group", "aria-label": words.controls },
    make("p", { class: "replay__where" }, progress, parts.number),
    parts.line,
    make("div", { class: "replay__slide" }, parts.slider, marks),
    make("div", { class: "replay__steps" }, parts.first, parts.back, parts.play, parts.on, parts.last, parts.speed),
  );
}

function markOf({ last }) {
  return (move) => {
    const mark = make("span", { class: "replay__mark" });
    mark.style.setProperty("--at", move / last);
    return mark;
  };
}

/** Updates all controls. At the ends buttons get aria-disabled, not disabled, so that they keep the focus. */
export function showControls(story, parts, { move, eyes, playing, fast }, line) {
  const { words, last } = story;
  const number = say(words, "move_of", { number: move, count: last });
  setText(parts.number, number);
  setText(parts.line, line);
  parts.slider.value = move;
  parts.slider.style.setProperty("--done", move / last);
  setAttributes(parts.slider, { "aria-valuetext": `${number}. ${line}` });
  parts.eyes.value = String(eyes);
  for (const name of ["first", "back"]) setAttributes(parts[name], { "aria-disabled": move === 0 ? "true" : null });
  for (const name of ["on", "last"]) setAttributes(parts[name], { "aria-disabled": move === last ? "true" : null });
  const play = playing ? "pause" : "play";
  if (parts.play.dataset.shown !== play) parts.play.replaceChildren(sign(play));
  setAttributes(parts.play, { "data-shown": play, "aria-label": words[play], title: words[play] });
  setAttributes(parts.speed, { "aria-pressed": String(fast) });
}
