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
