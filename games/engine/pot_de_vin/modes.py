"""The six ways to sit at the table (the set-up table, rulings 21 and 26)."""

from dataclasses import dataclass

from games.engine.game import Seat


@dataclass(frozen=True, slots=True, eq=False)
class Mode:
    """How many play, with what, and who belongs together."""

    name: str
    seats: int
    pile: int
    hand: int
    gems: int
    rounds: int
    sides: tuple[tuple[Seat, ...], ...]
    # At six, three players secretly discard, and the trump card is never won (rulings 3 and 15).
    discards: bool
    # By seat, every seat once, from this one on.
    clockwise: tuple[tuple[Seat, ...], ...]


SET_UP = {3: (16, 12, 4, 16), 4: (12, 10, 2, 12), 5: (12, 8, 4, 12), 6: (4, 8, 4, 12)}


def mode(kind: str, seats: int) -> Mode:
    pairs = kind == "pairs"
    half = seats // 2
    sides = tuple((Seat(s), Seat(s + half)) for s in range(half)) if pairs else tuple((Seat(s),) for s in range(seats))
    clockwise = tuple(tuple(Seat((first + step) % seats) for step in range(seats)) for first in range(seats))
    return Mode(f"{kind}-{seats}", seats, *SET_UP[seats], sides, seats == 6, clockwise)


MODES = {
    one.name: one for one in (*(mode("solo", seats) for seats in (3, 4, 5, 6)), mode("pairs", 4), mode("pairs", 6))
}
