"""The six modes: how many play, in which sides, with how many cards and gems (rulings 21 and 26)."""

from dataclasses import dataclass

from games.engine.game import Seat


@dataclass(frozen=True, slots=True, eq=False)
class Mode:
    """How many play, with how many cards and gems, and who plays together."""

    name: str
    seats: int
    pile: int
    hand: int
    gems: int
    rounds: int
    sides: tuple[tuple[Seat, ...], ...]
    # At six, three players secretly discard, and the trump card is never won (rulings 3 and 15).
    discards: bool
    # By seat, all seats in clockwise order from this one on.
    clockwise: tuple[tuple[Seat, ...], ...]


# The set-up table of the rules, by number of players: cards in the pile, cards in a hand, gems, rounds.
SET_UP_BY_SEATS = {3: (16, 12, 4, 16), 4: (12, 10, 2, 12), 5: (12, 8, 4, 12), 6: (4, 8, 4, 12)}


def make_mode(kind: str, seats: int) -> Mode:
    """Return the mode of so many players, in pairs or each for themselves. Partners sit opposite each other."""
    pairs = kind == "pairs"
    half = seats // 2
    sides = tuple((Seat(s), Seat(s + half)) for s in range(half)) if pairs else tuple((Seat(s),) for s in range(seats))
    clockwise = tuple(tuple(Seat((first + step) % seats) for step in range(seats)) for first in range(seats))
    return Mode(f"{kind}-{seats}", seats, *SET_UP_BY_SEATS[seats], sides, seats == 6, clockwise)


MODES = {
    mode.name: mode
    for mode in (*(make_mode("solo", seats) for seats in (3, 4, 5, 6)), make_mode("pairs", 4), make_mode("pairs", 6))
}
