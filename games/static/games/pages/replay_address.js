/* Reads and writes the URL fragment of a move: #move=17&seat=2. Without a seat, all hands are open. No DOM. */

import { EVERYONE } from "./replay_story.js";

/** Returns { move, seat } of a fragment, or null if it names no move. */
export function placeFromHash(hash) {
  const values = new URLSearchParams(hash.slice(1));
  const move = Number.parseInt(values.get("move"), 10);
  return Number.isNaN(move) ? null : { move, seat: values.get("seat") };
}

export function hashOf({ move, eyes }) {
  return `#move=${move}${eyes === EVERYONE ? "" : `&seat=${eyes}`}`;
}
