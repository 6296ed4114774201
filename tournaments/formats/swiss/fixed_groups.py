"""Joins pairs that must sit together into groups: if A must meet B, and B must meet C, they are three."""

from collections.abc import Iterable

from tournaments.formats.entries import EntryId
from tournaments.formats.swiss.field import Pair


def fixed_groups(fixed: Iterable[Pair], playing: set[EntryId]) -> list[frozenset[EntryId]]:
    """Return the groups among those who play."""
    found: list[frozenset[EntryId]] = []
    for pair in fixed:
        if playing.issuperset(pair):
            touching = [group for group in found if not group.isdisjoint(pair)]
            found = [group for group in found if group not in touching]
            found.append(frozenset(pair).union(*touching))
    return found
