/* Works out the deal of Pot de Vin from a seed, as docs/record.md specifies it, without the server. No DOM. */

import { randomBelow, shuffle, randomWords } from "./chance.js";

const DECK = [..."AEPU"].flatMap((character) => Array.from({ length: 13 }, (_, index) => `${character}${index + 1}`));
// By players: how many trumps lie in the pile, and the blocks that are dealt, clockwise from the first leader.
const SET_UP_BY_SEATS = {
  3: { pile: 16, blocks: [12, 12, 12] },
  4: { pile: 12, blocks: [10, 10, 10, 10] },
  5: { pile: 12, blocks: [8, 8, 8, 8, 8] },
  6: { pile: 0, blocks: [8, 8, 8, 9, 9, 9] },
};
const LAST_ROUND_AT_SIX = 12;

/** Returns leader, hands, and trumps in order. At six the trumps depend on `discards`, a map from seat to card. */
export async function dealFrom(seed, mode, discards) {
  const seats = Number(mode.split("-")[1]);
  const { pile, blocks } = SET_UP_BY_SEATS[seats];
  const leader = await randomBelow(await randomWords(seed, "leader"), seats);
  const cards = await shuffle(DECK, seed, "deal");
  const order = blocks.map((_, step) => (leader + step) % seats);
  const hands = [];
  let start = pile;
  order.forEach((seat, step) => {
    hands[seat] = cards.slice(start, start + blocks[step]);
    start += blocks[step];
  });
  const trumps = seats === 6 ? await trumpsAtSix(seed, cards.at(-1), order, discards) : cards.slice(0, pile);
  return { leader, hands, trumps };
}

/** Returns the trumps at six: the unseen card and the three discards, used three times and shuffled before each. */
async function trumpsAtSix(seed, unseen, order, discards) {
  const put = order.filter((seat) => discards.has(seat)).map((seat) => discards.get(seat));
  let four = [unseen, ...put];
  const trumps = [];
  for (const label of ["trumps-1", "trumps-2", "trumps-3"]) {
    four = await shuffle(four, seed, label);
    trumps.push(...four);
  }
  return trumps.slice(0, LAST_ROUND_AT_SIX);
}
