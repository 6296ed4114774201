"""A sensible beginner: looks at what lies on the table, and at the points it would bring now."""

from games.engine.game import Seat, View
from games.engine.pot_de_vin.actions import PASS, WRITTEN, read
from games.engine.pot_de_vin.bots.sight import Sight, read_view
from games.engine.pot_de_vin.cards import MINUS_TWO, POT_DE_VIN, VALUE_OF
from games.engine.pot_de_vin.scoring import score_side


class Novice:
    """Takes what is worth points, keeps away from what is not, and throws what it does not want."""

    name = "novice"

    def choose(self, view: View, seed: bytes) -> str:
        sight = read_view(view)
        options = [read(text) for text in view["legal"]]
        if not sight.order:
            return view["legal"][self.discard(options)]
        return WRITTEN[self.play(sight, options)]

    def discard(self, options: list[int]) -> int:
        """Throws a card that costs points if there is one, else the lowest."""
        values = [VALUE_OF[(option - PASS - 1)] for option in options]
        return values.index(3) if 3 in values else values.index(min(values))

    def play(self, sight: Sight, options: list[int]) -> int:
        cards = sorted((option for option in options if option != PASS), key=lambda card: VALUE_OF[card])
        winning = [card for card in cards if sight.wins_for_now(card)]
        if gain(sight, sight.seat) > 0 and winning:
            return winning[-1]
        losing = [card for card in cards if card not in winning]
        if losing:
            return self.unwanted(losing)
        return PASS if PASS in options else cards[0]

    def unwanted(self, cards: list[int]) -> int:
        """Of cards that will not win, the one that somebody else should rather have."""
        bad = [card for card in cards if (1 << card) & (MINUS_TWO | POT_DE_VIN)]
        return (bad or cards)[0]


def gain(sight: Sight, seat: Seat) -> int:
    """How the points of this seat's side would change if it won the round as it lies."""
    side = sight.side_of(seat)
    taken = tuple(sight.taken[one] for one in side)
    richer = tuple(sight.taken[one] | (sight.prize if one == seat else 0) for one in side)
    gems = sum(sight.treasures[one] for one in side)
    after = score_side(sight.deck, side, richer, gems + sight.gems_paid)
    return after.points - score_side(sight.deck, side, taken, gems).points
