"""The weak bot: looks at the points that the cards on the table would bring now."""

from games.engine.game import Seat, View
from games.engine.pot_de_vin.actions import ACTION_TEXTS, PASS, read
from games.engine.pot_de_vin.bots.parsed_view import ParsedView, parse_view
from games.engine.pot_de_vin.cards import MINUS_TWO, POT_DE_VIN, VALUE_OF
from games.engine.pot_de_vin.scoring import score_side


class Novice:
    """Wins rounds that bring points, and plays cards it does not want on the others."""

    name = "novice"

    def choose(self, view: View, seed: bytes) -> str:
        parsed = parse_view(view)
        options = [read(text) for text in view["legal"]]
        if not parsed.order:
            return view["legal"][self.discard(options)]
        return ACTION_TEXTS[self.play(parsed, options)]

    def discard(self, options: list[int]) -> int:
        """Return the index of a card that costs points if there is one, else of the lowest."""
        values = [VALUE_OF[(option - PASS - 1)] for option in options]
        return values.index(3) if 3 in values else values.index(min(values))

    def play(self, parsed: ParsedView, options: list[int]) -> int:
        cards = sorted((option for option in options if option != PASS), key=lambda card: VALUE_OF[card])
        winning = [card for card in cards if parsed.wins_for_now(card)]
        if gain(parsed, parsed.seat) > 0 and winning:
            return winning[-1]
        losing = [card for card in cards if card not in winning]
        if losing:
            return self.unwanted(losing)
        return PASS if PASS in options else cards[0]

    def unwanted(self, cards: list[int]) -> int:
        """Return, of cards that will not win, one that costs points, else the lowest."""
        bad = [card for card in cards if (1 << card) & (MINUS_TWO | POT_DE_VIN)]
        return (bad or cards)[0]


def gain(parsed: ParsedView, seat: Seat) -> int:
    """Return how the points of this seat's side would change if it won the round with the cards played so far."""
    side = parsed.side_of(seat)
    taken = tuple(parsed.taken[one] for one in side)
    richer = tuple(parsed.taken[one] | (parsed.prize if one == seat else 0) for one in side)
    gems = sum(parsed.treasures[one] for one in side)
    after = score_side(parsed.deck, side, richer, gems + parsed.gems_paid)
    return after.points - score_side(parsed.deck, side, taken, gems).points
