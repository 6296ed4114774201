"""Deals groups of equal strength, in snake order, with clubs spread as evenly as possible."""

from collections.abc import Iterable

from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.label_separation import deal_separated
from tournaments.formats.refusals import FormatRefusal, TooFewEntries
from tournaments.formats.sizes import SIDES_MINIMUM


class NoSuchGroups(FormatRefusal):
    """There is at least one group."""

    code = "no-such-groups"


def into_groups(
    entries: Iterable[Entry], groups: int, *, least: int = SIDES_MINIMUM
) -> tuple[tuple[EntryId, ...], ...]:
    """Return groups whose sizes differ by at most one, each with one of the best, one of the next best, and so on.

    Club-mates are separated wherever possible, and only among equals, so that no group becomes stronger.
    """
    best_first = sorted(entries, key=lambda entry: (-entry.strength, entry.id))
    if groups < 1:
        raise NoSuchGroups("there is at least one group", groups=groups)
    if len(best_first) < groups * least:
        raise TooFewEntries("fewer entries than the groups need", entries=len(best_first), needed=groups * least)
    dealt = deal_separated(best_first, groups, lambda entry: entry.club or None)
    return tuple(tuple(entry.id for entry in group) for group in dealt)
