"""Parses a view into numbers, for bots."""

from dataclasses import dataclass

from games.engine.game import Seat, View
from games.engine.pot_de_vin.actions import PASS
from games.engine.pot_de_vin.cards import CARD_NUMBERS, CHARACTER_OF, EVERY_CARD, Card, CardSet
from games.engine.pot_de_vin.deck import Deck, deck_named
from games.engine.pot_de_vin.modes import MODES, Mode
from games.engine.pot_de_vin.trick import beats


def cards_named(names: "tuple[str, ...] | list[str]") -> CardSet:
    return sum(1 << CARD_NUMBERS[name] for name in names)


@dataclass(frozen=True, slots=True)
class ParsedView:
    """The facts of one player's view, as numbers, and what follows from them."""

    mode: Mode
    deck: Deck
    seat: Seat
    hand: CardSet
    trump: Card | None
    order: tuple[Seat, ...]
    trick: tuple[int, ...]
    taken: tuple[CardSet, ...]
    treasures: tuple[int, ...]
    gems: tuple[int, ...]
    hands: tuple[int, ...]
    # Cards that may be in somebody else's hand or still face down.
    unseen: CardSet
    rounds_left: int

    @property
    def led(self) -> int | None:
        """Return the character that was led."""
        return CHARACTER_OF[self.trick[0]] if self.trick else None

    @property
    def still_to_come(self) -> tuple[Seat, ...]:
        """Return who acts after this player in the round."""
        return self.order[len(self.trick) + 1 :]

    @property
    def best(self) -> tuple[Seat, Card] | None:
        """Return who would win the round with the cards played so far, and the card."""
        if not self.trick or self.trump is None:
            return None
        strongest, (seat, card) = CHARACTER_OF[self.trump], (self.order[0], self.trick[0])
        for other, played in zip(self.order, self.trick, strict=False):
            if played != PASS and beats(played, card, strongest):
                seat, card = other, played
        return seat, card

    @property
    def prize(self) -> CardSet:
        """Return the cards that the winner of the round gets, of those played so far."""
        cards = sum(1 << played for played in self.trick if played != PASS)
        if self.trump is not None and not self.mode.discards:
            cards |= 1 << self.trump
        return cards

    @property
    def gems_paid(self) -> int:
        return sum(played == PASS for played in self.trick)

    def side_of(self, seat: Seat) -> tuple[Seat, ...]:
        return next(side for side in self.mode.sides if seat in side)

    def wins_for_now(self, card: Card) -> bool:
        """Return whether this card would be the best so far."""
        if self.trump is None:
            return False
        best = self.best
        return best is None or beats(card, best[1], CHARACTER_OF[self.trump])


def parse_view(view: View) -> ParsedView:
    mode = MODES[view["mode"]]
    hand = cards_named(view["hand"])
    taken = tuple(map(cards_named, view["taken"]))
    trick = tuple(PASS if name == "pass" else CARD_NUMBERS[name] for name in view["trick"])
    trump = CARD_NUMBERS[view["trump"]] if view["trump"] else None
    seen = hand | cards_named(view["trumps_seen"]) | sum(taken) | sum(1 << card for card in trick if card != PASS)
    if trump is not None:
        seen |= 1 << trump
    if view["discarded"]:
        seen |= 1 << CARD_NUMBERS[view["discarded"]]
    return ParsedView(
        mode=mode,
        deck=deck_named(view["deck"]),
        seat=Seat(view["seat"]),
        hand=hand,
        trump=trump,
        order=tuple(map(Seat, view["order"])),
        trick=trick,
        taken=taken,
        treasures=tuple(view["treasures"]),
        gems=tuple(view["gems"]),
        hands=tuple(view["hands"]),
        unseen=EVERY_CARD & ~seen,
        rounds_left=mode.rounds - view["round"],
    )
