"""The state of a game, immutable: a move makes a new one. Also the deal."""

from typing import NamedTuple

from games.engine import chance
from games.engine.game import Seat, UnknownOptions
from games.engine.pot_de_vin.cards import CARD_COUNT, Card, CardSet, set_of
from games.engine.pot_de_vin.deck import Deck, deck_named, deck_names
from games.engine.pot_de_vin.modes import MODES, Mode


class Table(NamedTuple):
    """What stays the same from the deal to the end."""

    mode: Mode
    deck: Deck
    seed: bytes
    first_leader: Seat


class State(NamedTuple):
    """The whole state, hidden cards included. Only views leave the server."""

    table: Table
    # By seat: cards in hand, own gems, gems won, cards won.
    hands: tuple[CardSet, ...]
    gems: tuple[int, ...]
    treasures: tuple[int, ...]
    taken: tuple[CardSet, ...]
    # The trump cards in the order in which they are turned up. At six, this time round.
    pile: tuple[Card, ...]
    # From 1; 0 while three players at six still discard.
    round: int
    # Who plays in this round, from the leader on, and what each has done so far: a card, or a pass.
    order: tuple[Seat, ...]
    trick: tuple[int, ...]
    # By seat, what was put into the pile at six; None where nothing is.
    discarded: tuple[Card | None, ...]
    # By seat, a bit for each character that the player has shown not to hold, by not following suit.
    voids: tuple[int, ...]

    @property
    def is_over(self) -> bool:
        return not self.order and self.round > 0

    @property
    def trump(self) -> Card:
        """Return the trump card that is face up (ruling 2). At six the four are used three times (ruling 15)."""
        return self.pile[(self.round - 1) % len(self.pile)]


def start(mode_name: str, deck_name: str, seed: bytes) -> State:
    """Start a game: draw the first leader and deal (rulings 1 to 3)."""
    if mode_name not in MODES:
        raise UnknownOptions(f"no mode {mode_name!a}; there are {', '.join(MODES)}")
    if not isinstance(deck_name, str) or deck_name not in deck_names():
        raise UnknownOptions(f"no deck {deck_name!a}; there are {', '.join(deck_names())}")
    mode = MODES[mode_name]
    leader = Seat(chance.random_below(chance.random_words(seed, "leader"), mode.seats))
    cards = chance.shuffle(range(CARD_COUNT), seed, "deal")
    return deal(Table(mode, deck_named(deck_name), seed, leader), cards)


def deal(table: Table, cards: tuple[Card, ...]) -> State:
    """Deal shuffled cards, a whole hand at a time, clockwise from the first leader."""
    mode = table.mode
    order = mode.clockwise[table.first_leader]
    if mode.discards:  # ruling 3: three get eight, three get nine, the last card is the pile
        sizes, start_of_hands, pile = [8, 8, 8, 9, 9, 9], 0, cards[-1:]
    else:
        sizes, start_of_hands, pile = [mode.hand] * mode.seats, mode.pile, cards[: mode.pile]
    hands = [0] * mode.seats
    for seat, size in zip(order, sizes, strict=True):
        hands[seat] = set_of(cards[start_of_hands : start_of_hands + size])
        start_of_hands += size
    return State(
        table=table,
        hands=tuple(hands),
        gems=(mode.gems,) * mode.seats,
        treasures=(0,) * mode.seats,
        taken=(0,) * mode.seats,
        pile=pile,
        round=0 if mode.discards else 1,
        order=() if mode.discards else order,
        trick=(),
        discarded=(None,) * mode.seats,
        voids=(0,) * mode.seats,
    )
