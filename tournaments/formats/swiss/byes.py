"""Chooses who sits out when no tables hold exactly everyone: the lowest score with the fewest byes."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.points import Points
from tournaments.formats.swiss.field import Field
from tournaments.formats.tie_breaks.lots import lot


def choose_byes(
    present: Sequence[Entry], count: int, field: Field, scores: Mapping[EntryId, Points], seed: bytes
) -> frozenset[EntryId]:
    """Order by fewest byes so far, then the lowest score, then the lot. Whoever must meet somebody comes last."""
    if not count:
        return frozenset()
    had = Counter(entry for one in field.rounds for entry in one.byes)
    wanted = {entry for pair in field.fixed for entry in pair}

    def order(entry: Entry) -> tuple[bool, int, Points, int]:
        return entry.id in wanted, had[entry.id], scores[entry.id], lot(seed, entry.id)

    return frozenset(entry.id for entry in sorted(present, key=order)[:count])
