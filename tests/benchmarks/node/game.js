// A trick-taking game of four, as much like Pot de Vin as a benchmark needs: hidden hands, following, tricks won.
const CARDS = 40;

function setup({ random }) {
  const deck = random.Shuffle([...Array(CARDS).keys()]);
  return { hands: [0, 1, 2, 3].map((seat) => deck.slice(seat * 10, seat * 10 + 10)), trick: [], taken: [[], [], [], []], played: 0 };
}

const suit = (card) => Math.floor(card / 10);

export function legal(G, seat) {
  const hand = G.hands[seat];
  const following = G.trick.length ? hand.filter((card) => suit(card) === suit(G.trick[0].card)) : hand;
  return following.length ? following : hand;
}

function play({ G, playerID, events }, card) {
  const seat = Number(playerID);
  if (!legal(G, seat).includes(card)) return "INVALID_MOVE";
  G.hands[seat] = G.hands[seat].filter((one) => one !== card);
  G.trick.push({ seat, card });
  G.played += 1;
  if (G.trick.length < 4) return events.endTurn();
  const led = suit(G.trick[0].card);
  const best = G.trick.filter((one) => suit(one.card) === led).sort((one, other) => other.card - one.card)[0];
  G.taken[best.seat].push(...G.trick.map((one) => one.card));
  G.trick = [];
  events.endTurn({ next: String(best.seat) });
}

// What a player sees: the own hand open, the others as counts.
const playerView = ({ G, playerID }) => ({
  ...G,
  hands: G.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
});

export const trick = {
  name: "trick",
  setup,
  playerView,
  moves: { play: { move: play, client: false } },
  endIf: ({ G }) => (G.played === CARDS ? { over: true } : undefined),
};
