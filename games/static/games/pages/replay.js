/* Starts the replay of a finished match: fetches replay.json and shows it at the same table as the live one. */

import { setSpriteAddresses } from "../table/cards.js";
import { make } from "../table/elements.js";
import { ReplayPlayer } from "./replay_player.js";
import { storyOf } from "./replay_story.js";

const root = document.getElementById("replay");
const words = JSON.parse(document.getElementById("replay-words").textContent);
const tableWords = JSON.parse(document.getElementById("words").textContent);
setSpriteAddresses({ emblems: root.dataset.emblems, figures: root.dataset.figures, icons: root.dataset.icons });
begin();

async function begin() {
  root.replaceChildren(make("p", { class: "soft" }, words.fetching));
  const replay = await fetched(root.dataset.replay);
  if (replay) new ReplayPlayer(root, storyOf(replay, tableWords, words));
  else offerAgain();
}

/** Returns the document, or null if it cannot be fetched. */
async function fetched(address) {
  try {
    const answer = await fetch(address, { headers: { Accept: "application/json" } });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

function offerAgain() {
  const again = make("button", { class: "button", type: "button" }, words.try_again);
  again.addEventListener("click", begin);
  root.replaceChildren(make("p", { role: "alert" }, words.fetch_failed), make("p", {}, again));
}
