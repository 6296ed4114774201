"""The middle bot: knows the scoring curve, counts cards, and pays gems where they save more than they cost."""

from functools import lru_cache
from math import comb

from games.engine.game import Seat, View
from games.engine.pot_de_vin.actions import ACTION_TEXTS, PASS, read
from games.engine.pot_de_vin.bots.parsed_view import ParsedView, parse_view
from games.engine.pot_de_vin.cards import (
    CARDS_OF_CHARACTER,
    CHARACTER_OF,
    JOKERS,
    MINUS_TWO,
    PLUS_TWO,
    POT_DE_VIN,
    VALUE_OF,
    Card,
    CardSet,
    cards_in,
)
from games.engine.pot_de_vin.scoring import POINTS_BY_POT_DE_VIN, POINTS_BY_SYMBOLS
from games.engine.pot_de_vin.trick import beats

# How likely a player who holds a card that beats mine plays it.
OVERTAKE_PROBABILITY = 0.9
# What a card is worth in points for later rounds, for each point of its value.
KEPT_CARD_POINTS_PER_VALUE = 0.03


class Regular:
    """Takes the action with the highest expected gain of the round for its side."""

    name = "regular"

    def choose(self, view: View, seed: bytes) -> str:
        parsed = parse_view(view)
        options = [read(text) for text in view["legal"]]
        if not parsed.order:
            return ACTION_TEXTS[min(options, key=lambda option: points_of_keeping(option - PASS - 1))]
        return ACTION_TEXTS[max(options, key=lambda option: (expected_gain(parsed, option), -option))]


def points_of_keeping(card: Card) -> float:
    """Return how useful a card is in the hand at six, when a card is discarded before the first round."""
    bit = 1 << card
    if bit & MINUS_TWO:
        return -2.0
    if bit & POT_DE_VIN:
        return 0.5
    return VALUE_OF[card] / 2 + (3.0 if bit & (JOKERS | PLUS_TWO) else 0.0)


def expected_gain(parsed: ParsedView, action: int) -> float:
    """Return the expected gain of an action for this side, less that of the others."""
    if action == PASS:
        return gain_by_passing(parsed)
    prize, chance = parsed.prize | 1 << action, chance_to_win(parsed, action)
    mine = advantage(parsed, parsed.seat, prize)
    if chance == 0.0 and parsed.best is not None:
        return advantage(parsed, parsed.best[0], prize) - KEPT_CARD_POINTS_PER_VALUE * VALUE_OF[action]
    theirs = gain_if_overtaken(parsed, prize)
    return chance * mine + (1 - chance) * theirs - KEPT_CARD_POINTS_PER_VALUE * VALUE_OF[action]


def gain_by_passing(parsed: ParsedView) -> float:
    """Return the gain if this player passes: the winner gets a gem. The card that is kept makes up for the gem paid."""
    winner = parsed.best[0] if parsed.best else parsed.seat
    return advantage(parsed, winner, parsed.prize, extra_gems=1)


def gain_if_overtaken(parsed: ParsedView, prize: CardSet) -> float:
    """Return the gain if one of the players still to come wins the round, each as likely."""
    others = parsed.still_to_come
    if not others:
        return 0.0
    return sum(advantage(parsed, other, prize) for other in others) / len(others)


def advantage(parsed: ParsedView, winner: Seat, prize: CardSet, extra_gems: int = 0) -> float:
    """Return the gain of the winner's side; as a loss, shared by its rivals, if that is another side."""
    side = parsed.side_of(winner)
    gain = (
        parsed.gems_paid
        + extra_gems
        + expected_points(parsed, side, winner, prize)
        - expected_points(parsed, side, winner, 0)
    )
    return gain if parsed.seat in side else -gain / (len(parsed.mode.sides) - 1)


def expected_points(parsed: ParsedView, side: tuple[Seat, ...], winner: Seat, prize: CardSet) -> float:
    """Estimate the points of a side's cards at the end of the game, when it will have won more symbols."""
    areas = [parsed.taken[seat] | (prize if seat == winner else 0) for seat in side]
    everything = areas[0] if len(areas) == 1 else areas[0] | areas[1]
    share = min(0.5, parsed.rounds_left / parsed.mode.rounds) / len(parsed.mode.sides) * 1.6
    total = 0.0
    for shows, twice in zip(parsed.deck.shows, parsed.deck.shows_twice, strict=True):
        counts = [(area & shows).bit_count() + (area & twice).bit_count() for area in areas]
        held = min((count for count in counts if count), default=0)
        open_symbols = (parsed.unseen & shows).bit_count() + (parsed.unseen & twice).bit_count()
        total += expected_on_curve(held, open_symbols, share, POINTS_BY_SYMBOLS)
    bottles = (everything & POT_DE_VIN).bit_count()
    total += expected_on_curve(bottles, (parsed.unseen & POT_DE_VIN).bit_count(), share, POINTS_BY_POT_DE_VIN)
    total += 1.6 * (everything & JOKERS).bit_count()
    return total + 2 * ((everything & PLUS_TWO).bit_count() - (everything & MINUS_TWO).bit_count())


@lru_cache(maxsize=8192)
def expected_on_curve(held: int, still_open: int, share: float, curve: tuple[int, ...]) -> float:
    """Return the expected points of one kind of card if each that is still open comes to this side with this chance."""
    return sum(
        comb(still_open, more)
        * share**more
        * (1 - share) ** (still_open - more)
        * curve[min(held + more, len(curve) - 1)]
        for more in range(still_open + 1)
    )


def chance_to_win(parsed: ParsedView, card: Card) -> float:
    """Return how likely nobody still to come beats this card, from the cards not seen yet."""
    if not parsed.wins_for_now(card) or parsed.trump is None:
        return 0.0
    strongest = CHARACTER_OF[parsed.trump]
    unseen = cards_in(parsed.unseen)
    led = parsed.led if parsed.led is not None else CHARACTER_OF[card]
    follow = [other for other in unseen if CHARACTER_OF[other] == led and beats(other, card, strongest)]
    trumps = [other for other in unseen if CHARACTER_OF[other] != led and beats(other, card, strongest)]
    chance = 1.0
    for seat in parsed.still_to_come:
        size = min(parsed.hands[seat], len(unseen))
        void = chance_of_none(len(unseen), (parsed.unseen & CARDS_OF_CHARACTER[led]).bit_count(), size)
        beaten = (1 - chance_of_none(len(unseen), len(follow), size)) + void * (
            1 - chance_of_none(len(unseen), len(trumps), size)
        )
        chance *= 1 - OVERTAKE_PROBABILITY * min(1.0, beaten)
    return chance


@lru_cache(maxsize=65536)
def chance_of_none(cards: int, good: int, drawn: int) -> float:
    """Return the chance that a hand drawn from these cards has none of the good ones."""
    if drawn > cards - good:
        return 0.0
    return comb(cards - good, drawn) / comb(cards, drawn)
