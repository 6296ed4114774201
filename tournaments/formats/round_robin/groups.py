"""Groups of equal strength: dealt forth and back by strength, with clubs spread as evenly as can be."""

from collections.abc import Iterable

from tournaments.formats.colouring import Colouring
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.refusals import FormatRefusal, TooFewEntries
from tournaments.formats.sizes import FEWEST


class NoSuchGroups(FormatRefusal):
    """There is at least one group."""

    code = "no-such-groups"


def into_groups(entries: Iterable[Entry], groups: int, *, least: int = FEWEST) -> tuple[tuple[EntryId, ...], ...]:
    """Groups whose sizes differ by at most one, each with one of the best, one of the next best, and so on.

    A group is a colour: within a tier of equals all differ, and within a club all differ, or within each handful of
    it as large as there are groups. So nobody meets a club-mate who need not, and no group is stronger for that.
    """
    best_first = sorted(entries, key=lambda entry: (-entry.strength, entry.id))
    if groups < 1:
        raise NoSuchGroups("there is at least one group", groups=groups)
    if len(best_first) < groups * least:
        raise TooFewEntries("fewer entries than the groups need", entries=len(best_first), needed=groups * least)
    clubs = spread_clubs(best_first, groups)
    dealt: list[list[Entry]] = [[] for _ in range(groups)]
    for start in range(0, len(best_first), groups):
        waiting = best_first[start : start + groups]
        for group, handful in sorted(clubs.lines["tier", start // groups].items()):
            entry = next(entry for entry in waiting if handful_of(entry, best_first, groups) == handful)
            waiting.remove(entry)
            dealt[group].append(entry)
    return tuple(tuple(entry.id for entry in group) for group in dealt)


def spread_clubs(best_first: list[Entry], groups: int) -> Colouring:
    """Lines between tiers and clubs, one an entry. Where clubs leave the choice, tiers are dealt forth and back."""
    colouring = Colouring(groups)
    for rank, entry in enumerate(best_first):
        tier, step = divmod(rank, groups)
        last = tier == (len(best_first) - 1) // groups
        wished = groups - 1 - step if tier % 2 or last else step
        colouring.join(("tier", tier), handful_of(entry, best_first, groups), [wished])
    return colouring


def handful_of(entry: Entry, best_first: list[Entry], groups: int) -> tuple[str, object, int]:
    """The part of their club that somebody belongs to, no larger than there are groups; alone if they have no club."""
    if not entry.club:
        return ("alone", entry.id, 0)
    mates = [mate.id for mate in best_first if mate.club == entry.club]
    return ("club", entry.club, mates.index(entry.id) // groups)
