"""A regular guest: knows the scoring curve, counts cards, and spends gems where they save more than they cost."""

from functools import lru_cache
from math import comb

from games.engine.game import Seat, View
from games.engine.pot_de_vin.actions import PASS, WRITTEN, read
from games.engine.pot_de_vin.bots.sight import Sight, read_view
from games.engine.pot_de_vin.cards import (
    CHARACTER_OF,
    JOKERS,
    MINUS_TWO,
    OF_CHARACTER,
    PLUS_TWO,
    POT_DE_VIN,
    VALUE_OF,
    Card,
    CardSet,
    cards_in,
)
from games.engine.pot_de_vin.scoring import WORTH_OF_POT_DE_VIN, WORTH_OF_SYMBOLS
from games.engine.pot_de_vin.trick import beats

# How willing somebody is to play a card that beats mine, if they hold one.
WILLING = 0.9
# What a high card is worth for later rounds, for each point of its value.
STRENGTH = 0.03


class Regular:
    """Weighs every action by what the round would bring to its side and to the others."""

    name = "regular"

    def choose(self, view: View, seed: bytes) -> str:
        sight = read_view(view)
        options = [read(text) for text in view["legal"]]
        if not sight.order:
            return WRITTEN[min(options, key=lambda option: keep(option - PASS - 1))]
        return WRITTEN[max(options, key=lambda option: (worth(sight, option), -option))]


def keep(card: Card) -> float:
    """What a card is worth in the hand at six, before the first round: bad ones are thrown for good."""
    bit = 1 << card
    if bit & MINUS_TWO:
        return -2.0
    if bit & POT_DE_VIN:
        return 0.5
    return VALUE_OF[card] / 2 + (3.0 if bit & (JOKERS | PLUS_TWO) else 0.0)


def worth(sight: Sight, action: int) -> float:
    """What an action is worth: chance by chance, my side's gain less what the others gain."""
    if action == PASS:
        return passing(sight)
    prize, chance = sight.prize | 1 << action, chance_to_win(sight, action)
    mine = advantage(sight, sight.seat, prize)
    if chance == 0.0 and sight.best is not None:
        return advantage(sight, sight.best[0], prize) - STRENGTH * VALUE_OF[action]
    theirs = lost_to(sight, prize)
    return chance * mine + (1 - chance) * theirs - STRENGTH * VALUE_OF[action]


def passing(sight: Sight) -> float:
    """A pass gives a gem to whoever wins; the card that it saves is worth the gem that it costs."""
    winner = sight.best[0] if sight.best else sight.seat
    return advantage(sight, winner, sight.prize, extra_gems=1)


def lost_to(sight: Sight, prize: CardSet) -> float:
    """What it is worth if somebody still to come takes it."""
    others = sight.still_to_come
    if not others:
        return 0.0
    return sum(advantage(sight, other, prize) for other in others) / len(others)


def advantage(sight: Sight, winner: Seat, prize: CardSet, extra_gems: int = 0) -> float:
    """The gain of the winner's side: mine if it is my side, else shared as a loss among the others' rivals."""
    side = sight.side_of(winner)
    gain = sight.gems_paid + extra_gems + promise(sight, side, winner, prize) - promise(sight, side, winner, 0)
    return gain if sight.seat in side else -gain / (len(sight.mode.sides) - 1)


def promise(sight: Sight, side: tuple[Seat, ...], winner: Seat, prize: CardSet) -> float:
    """What the cards of a side are worth in the end, as far as can be told: more symbols will come."""
    areas = [sight.taken[seat] | (prize if seat == winner else 0) for seat in side]
    everything = areas[0] if len(areas) == 1 else areas[0] | areas[1]
    share = min(0.5, sight.rounds_left / sight.mode.rounds) / len(sight.mode.sides) * 1.6
    total = 0.0
    for shows, twice in zip(sight.deck.shows, sight.deck.shows_twice, strict=True):
        counts = [(area & shows).bit_count() + (area & twice).bit_count() for area in areas]
        held = min((count for count in counts if count), default=0)
        open_symbols = (sight.unseen & shows).bit_count() + (sight.unseen & twice).bit_count()
        total += expected(held, open_symbols, share, WORTH_OF_SYMBOLS)
    bottles = (everything & POT_DE_VIN).bit_count()
    total += expected(bottles, (sight.unseen & POT_DE_VIN).bit_count(), share, WORTH_OF_POT_DE_VIN)
    total += 1.6 * (everything & JOKERS).bit_count()
    return total + 2 * ((everything & PLUS_TWO).bit_count() - (everything & MINUS_TWO).bit_count())


@lru_cache(maxsize=8192)
def expected(held: int, still_open: int, share: float, curve: tuple[int, ...]) -> float:
    """The worth of what one holds of a kind when each one still open comes to us with this chance."""
    return sum(
        comb(still_open, more)
        * share**more
        * (1 - share) ** (still_open - more)
        * curve[min(held + more, len(curve) - 1)]
        for more in range(still_open + 1)
    )


def chance_to_win(sight: Sight, card: Card) -> float:
    """How likely it is that nobody still to come beats this card, from the cards not seen yet."""
    if not sight.wins_for_now(card) or sight.trump is None:
        return 0.0
    strongest = CHARACTER_OF[sight.trump]
    unseen = cards_in(sight.unseen)
    led = sight.led if sight.led is not None else CHARACTER_OF[card]
    follow = [other for other in unseen if CHARACTER_OF[other] == led and beats(other, card, strongest)]
    trumps = [other for other in unseen if CHARACTER_OF[other] != led and beats(other, card, strongest)]
    chance = 1.0
    for seat in sight.still_to_come:
        size = min(sight.hands[seat], len(unseen))
        void = missing(len(unseen), (sight.unseen & OF_CHARACTER[led]).bit_count(), size)
        beaten = (1 - missing(len(unseen), len(follow), size)) + void * (1 - missing(len(unseen), len(trumps), size))
        chance *= 1 - WILLING * min(1.0, beaten)
    return chance


@lru_cache(maxsize=65536)
def missing(cards: int, good: int, drawn: int) -> float:
    """The chance that a hand drawn from these cards has none of the good ones."""
    if drawn > cards - good:
        return 0.0
    return comb(cards - good, drawn) / comb(cards, drawn)
