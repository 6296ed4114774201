"""In which places a table is rated. The record's own places do not know who left; the rating does (ruling 27)."""

from collections.abc import Sequence


def places_with_leavers(places: Sequence[int], left: Sequence[bool]) -> list[int]:
    """By side: whoever left for good is last, and several who did share that place; the others keep their order.

    Where everyone left nobody is ahead of anybody: all share the first place.
    """
    staying = [place for place, gone in zip(places, left, strict=True) if not gone]
    return [
        len(staying) + 1 if gone else 1 + sum(other < place for other in staying)
        for place, gone in zip(places, left, strict=True)
    ]


def places_of_sides(sides: Sequence[int], places: Sequence[int], left: Sequence[bool]) -> list[int]:
    """By side, from what is known by seat: a side that one of its members left for good ranks last (ruling 27)."""
    seats = [list(sides).index(side) for side in range(max(sides) + 1)]
    gone = [any(away for away, own in zip(left, sides, strict=True) if own == side) for side in range(len(seats))]
    return places_with_leavers([places[seat] for seat in seats], gone)
