"""Proves that wishes (pairs fixed or forbidden) contradict each other, so that an organiser is told which."""

from collections.abc import Iterator

from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal, WishesContradict
from tournaments.formats.swiss.exhaustive_search import EXHAUSTIVE_ENTRIES_LIMIT
from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.fixed_groups import fixed_groups
from tournaments.formats.swiss.settings import Sizes

# Cliques of forbidden pairs are grown from the entries with the most of them.
CLIQUE_STARTS_LIMIT = 50


class NoRoundFound(FormatRefusal):
    """The search found no way to meet all wishes, and nothing proves that there is none."""

    code = "no-round-found"


def check_wishes(field: Field, playing: set[EntryId], sizes: Sizes) -> None:
    """Refuse wishes that provably contradict each other."""
    for contradiction in _proved(field, playing, sizes):
        raise contradiction


def none_found(field: Field, playing: set[EntryId]) -> FormatRefusal:
    """Return the refusal after a search in vain. With a few entries everything has been tried, which is a proof."""
    wishes = {"forbidden": sorted(field.forbidden), "fixed": sorted(field.fixed)}
    if len(playing) <= EXHAUSTIVE_ENTRIES_LIMIT and len(playing) == len(field.present()):
        return WishesContradict("Every way to make the tables was tried, and each breaks a wish.", **wishes)
    return NoRoundFound(
        "No round was found that meets every wish. There may be one, but taking back a wish or two will help.", **wishes
    )


def _proved(field: Field, playing: set[EntryId], sizes: Sizes) -> Iterator[WishesContradict]:
    apart = _apart(field, playing)
    for group in map(sorted, fixed_groups(field.fixed, playing)):
        if len(group) > sizes.largest:
            yield WishesContradict(
                f"{len(group)} must sit together, and a table has {sizes.largest} seats.", entries=group
            )
        for one in group:
            if both := apart[one].intersection(group):
                pair = sorted((one, min(both)))
                yield WishesContradict("Two must not meet who must both sit with the same others.", entries=pair)
    for one in sorted(playing):
        company = len(playing) - 1 - len(apart[one])
        if company < sizes.smallest - 1:
            yield WishesContradict(
                f"Somebody may meet {company} of the others only, and a table needs {sizes.smallest}.", entries=[one]
            )
    tables, clique = len(playing) // sizes.smallest, _clique(apart)
    if len(clique) > tables:
        yield WishesContradict(
            f"{len(clique)} may not meet each other, and there can be no more than {tables} tables.", entries=clique
        )


def _apart(field: Field, playing: set[EntryId]) -> dict[EntryId, set[EntryId]]:
    apart: dict[EntryId, set[EntryId]] = {entry: set() for entry in playing}
    for one, other in field.forbidden:
        if one != other and playing.issuperset((one, other)):
            apart[one].add(other)
            apart[other].add(one)
    return apart


def _clique(apart: dict[EntryId, set[EntryId]]) -> list[EntryId]:
    """Return many who may not meet each other: the largest of the cliques grown greedily from several starts."""
    best: list[EntryId] = []
    by_number = sorted(filter(apart.get, apart), key=lambda entry: (-len(apart[entry]), entry))
    for first in by_number[:CLIQUE_STARTS_LIMIT]:
        clique = [first]
        for entry in by_number:
            if apart[entry].issuperset(clique):
                clique.append(entry)
        best = max(best, clique, key=len)
    return sorted(best)
