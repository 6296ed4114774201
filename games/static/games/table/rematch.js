/* Shows at the end of the game that somebody wants to play again, beside the button for it. */

import { setText } from "./elements.js";
import { say } from "./speech.js";

export function drawRematch({ hello, words }) {
  const line = document.getElementById("wants-again");
  if (line) setText(line, hello.rematch ? say(words, "wants_again", { name: hello.rematch.name }) : "");
}
