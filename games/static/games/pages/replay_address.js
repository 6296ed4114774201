/* The address of a move, seen by somebody: #move=17&seat=2. Without a seat, everyone's cards lie open. No DOM. */

import { EVERYONE } from "./replay_story.js";

/** { move, seat } as they stand in the address, or null where it names no move. */
export function placeIn(hash) {
  const values = new URLSearchParams(hash.slice(1));
  const move = Number.parseInt(values.get("move"), 10);
  return Number.isNaN(move) ? null : { move, seat: values.get("seat") };
}

export function addressOf({ move, eyes }) {
  return `#move=${move}${eyes === EVERYONE ? "" : `&seat=${eyes}`}`;
}
