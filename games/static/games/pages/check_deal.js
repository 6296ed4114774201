/* "Check this deal": the browser works the deal out again from the record, and compares everything that follows. */

import { icon, setSpriteAddresses } from "../table/cards.js";
import { make, setAttributes } from "../table/elements.js";
import { listOf, say } from "../table/speech.js";
import { bytesOf, hexOf, sha256, hmacFunction } from "./chance.js";
import { dealFrom } from "./deal.js";

const button = document.getElementById("check-deal");
const results = document.getElementById("check-results");
const words = wordsIn("replay-words");
const tableWords = wordsIn("words");
setSpriteAddresses({ icons: document.getElementById("replay").dataset.icons });
// How many hex digits of a hash are shown: enough to see that two differ.
const FINGERPRINT_DIGITS_SHOWN = 12;

button.addEventListener("click", check);

function wordsIn(id) {
  return JSON.parse(document.getElementById(id).textContent);
}

async function check() {
  if (button.getAttribute("aria-disabled")) return;
  if (!globalThis.crypto?.subtle) return show([note(words.check_not_secure)]);
  setAttributes(button, { "aria-disabled": "true" });
  setAttributes(results, { "aria-busy": "true" });
  try {
    const [record, replay] = await Promise.all([button.dataset.record, button.dataset.replay].map(fetched));
    show(linesOf(await checksOf(record, replay, keptHere())));
  } catch (error) {
    show([note(words.check_failed)]);
    throw error;
  } finally {
    setAttributes(button, { "aria-disabled": null });
    setAttributes(results, { "aria-busy": null });
  }
}

async function fetched(address) {
  const answer = await fetch(address, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/** Returns the {commitment, part} that contribute.js stored in this browser, or {}. */
function keptHere() {
  try {
    return JSON.parse(localStorage.getItem(`deal:${button.dataset.table}`)) ?? {};
  } catch {
    return {};
  }
}

/** Returns every check as { holds, words }; `holds` is true, false, or null where there is nothing to compare. */
async function checksOf(record, replay, kept) {
  const redealt = await redeal(record);
  return [
    await secretCheck(record, replay, kept),
    partCheck(record, kept),
    await seedCheck(record),
    leaderCheck(redealt, replay),
    handsCheck(redealt, replay),
    trumpsCheck(redealt, replay),
  ];
}

async function secretCheck({ secret }, { commitment }, kept) {
  const bytes = bytesOf(secret);
  const expected = (kept.commitment ?? commitment ?? "").toLowerCase();
  const found = bytes ? hexOf(await sha256(bytes)) : "";
  const holds = found === expected;
  if (!holds) return { holds, words: say(words, "secret_differs", { found: short(found), expected: short(expected) }) };
  return { holds, words: say(words, kept.commitment ? "secret_kept" : "secret_shown", { found: short(found) }) };
}

const short = (hex) => (hex ? `${hex.slice(0, FINGERPRINT_DIGITS_SHOWN)}…` : "–");

function partCheck({ contributions }, { part }) {
  if (!part) return { holds: null, words: words.part_none };
  const holds = contributions.some((one) => one.toLowerCase() === part.toLowerCase());
  return { holds, words: holds ? words.part_there : words.part_missing };
}

async function seedCheck({ secret, contributions, seed }) {
  const key = bytesOf(secret);
  const found = key?.length ? hexOf(await (await hmacFunction(key))(contributions.join(",").toLowerCase())) : "";
  const holds = found === seed.toLowerCase();
  return { holds, words: holds ? words.seed_follows : words.seed_differs };
}

function redeal({ seed, options, events }) {
  const discards = events
    .filter(({ action }) => action.startsWith("discard "))
    .map(({ seat, action }) => [seat, action.slice("discard ".length)]);
  return dealFrom(bytesOf(seed), options.mode, new Map(discards));
}

function leaderCheck({ leader }, { hello, states }) {
  const { name } = hello.seats[leader];
  const holds = states[0].view.first_leader === leader;
  return { holds, words: say(words, holds ? "leader_same" : "leader_differs", { name }) };
}

function handsCheck({ hands }, { hello, states }) {
  const differ = hello.seats.filter(({ seat }) => sorted(hands[seat]) !== sorted(states[0].hands[seat] ?? []));
  if (!differ.length) return { holds: true, words: words.hands_same };
  const names = listOf(
    tableWords,
    differ.map(({ name }) => name),
  );
  return { holds: false, words: say(words, "hands_differ", { names }) };
}

const sorted = (cards) => [...cards].sort().join(" ");

/** Compares every trump, with the first one, which has no event with fewer than six players. */
function trumpsCheck({ trumps }, { states }) {
  const [first] = states[0].view.trumps_turned;
  const later = states.flatMap(({ events }) => events).filter(({ kind }) => kind === "trump");
  const turned = [...(first ? [{ round: 1, card: first }] : []), ...later];
  const wrong = turned.find(({ round, card }) => trumps[round - 1] !== card);
  if (wrong) return { holds: false, words: say(words, "trumps_differ", { round: wrong.round }) };
  return { holds: turned.length > 0, words: words.trumps_same };
}

const ICON_AND_WORD = { true: ["check", "holds"], false: ["cross", "holds_not"], null: ["info", "not_compared"] };
const BADGE_CLASSES = { true: "badge badge--success", false: "badge check__fails", null: "badge" };

function linesOf(checks) {
  const lines = checks.map(({ holds, words: sentence }) => {
    const [sign, word] = ICON_AND_WORD[holds];
    const badge = make("span", { class: BADGE_CLASSES[holds] }, icon(sign), words[word]);
    return make("li", { class: "check" }, make("span", { class: "check__words" }, sentence), badge);
  });
  const fails = checks.some(({ holds }) => holds === false);
  return [...lines, note(fails ? words.deal_fails : words.deal_holds, fails ? "check--fails" : "check--holds")];
}

const note = (sentence, kind = "") => make("li", { class: `check check--result ${kind}` }, sentence);

function show(lines) {
  results.replaceChildren(...lines);
}
