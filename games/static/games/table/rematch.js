/* Somebody wants to play again: said beside the button that leads there, to those who look at the end of the game. */

import { setText } from "./elements.js";
import { say } from "./speech.js";

export function drawRematch({ hello, words }) {
  const line = document.getElementById("wants-again");
  if (line) setText(line, hello.rematch ? say(words, "wants_again", { name: hello.rematch.name }) : "");
}
