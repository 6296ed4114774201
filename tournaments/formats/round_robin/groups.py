"""Groups of equal strength: dealt forth and back by strength, with clubs spread as evenly as can be."""

from collections.abc import Iterable

from tournaments.formats.apart import deal_apart
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.refusals import FormatRefusal, TooFewEntries
from tournaments.formats.sizes import FEWEST


class NoSuchGroups(FormatRefusal):
    """There is at least one group."""

    code = "no-such-groups"


def into_groups(entries: Iterable[Entry], groups: int, *, least: int = FEWEST) -> tuple[tuple[EntryId, ...], ...]:
    """Groups whose sizes differ by at most one, each with one of the best, one of the next best, and so on.

    Nobody meets a club-mate who need not, and no group is stronger for that.
    """
    best_first = sorted(entries, key=lambda entry: (-entry.strength, entry.id))
    if groups < 1:
        raise NoSuchGroups("there is at least one group", groups=groups)
    if len(best_first) < groups * least:
        raise TooFewEntries("fewer entries than the groups need", entries=len(best_first), needed=groups * least)
    dealt = deal_apart(best_first, groups, lambda entry: entry.club or None)
    return tuple(tuple(entry.id for entry in group) for group in dealt)
