/* Draws the rating changes of a match below the score pad, as soon as the server sends them. */

import { make, redrawIfChanged } from "./elements.js";
import { isMine, nameOf } from "./model.js";
import { say, signed } from "./speech.js";

const EXPLANATION = "/ratings/explained/";

/** Draws the changes into a live region; nothing at a table that is not rated. */
export function drawRatings(region, model) {
  redrawIfChanged(region, [model.hello.rated, model.rated], () => {
    if (!model.hello.rated) return [];
    if (!model.rated) return [make("p", { class: "score-pad__soon" }, model.words.ratings_soon)];
    return [
      make("h3", { class: "score-pad__subtitle" }, model.words.ratings),
      make(
        "ul",
        { class: "rated-list", role: "list" },
        model.rated.map((change) => line(model, change)),
      ),
      make("p", { class: "score-pad__links" }, make("a", { href: EXPLANATION }, model.words.ratings_explained)),
    ];
  });
}

function line(model, change) {
  const [before, after] = [Math.round(change.before), Math.round(change.after)];
  const moved = after - before;
  const kind = moved > 0 ? " moved--up" : moved < 0 ? " moved--down" : "";
  const percent = (share) => Math.round(100 * share);
  const why = say(model.words, "rating_why", {
    expected: percent(change.expected),
    score: percent(change.score),
    k: Math.round(change.k),
  });
  return make(
    "li",
    { class: "rated-list__line" },
    make("bdi", { class: "rated-list__name" }, isMine(model, change.seat) ? model.words.you : nameOf(model, change.seat)),
    make("span", { class: "rated-list__ratings" }, `${before} → ${after}`),
    make("span", { class: `rated-list__moved moved${kind}` }, signed(moved)),
    make("span", { class: "rated-list__why" }, why),
  );
}
