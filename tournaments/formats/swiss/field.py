"""The input of pairing: who is there for the next round, what has been played, and who must or must not meet."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.refusals import FormatRefusal, RoundStillOpen, WishesContradict
from tournaments.formats.tables import Round

Pair = tuple[EntryId, EntryId]


class UnknownEntry(FormatRefusal):
    """A name that has not entered, or that has entered twice."""

    code = "unknown-entry"


@dataclass(frozen=True, slots=True)
class Field:
    """All that the next round depends on, except the settings and the seed."""

    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...] = ()
    # Gone for good, and away for the next round only.
    dropped: frozenset[EntryId] = frozenset()
    absent: frozenset[EntryId] = frozenset()
    # Who must not, and who must sit at one table, as far as both are there.
    forbidden: frozenset[Pair] = frozenset()
    fixed: frozenset[Pair] = frozenset()
    # Who came in, and for whom: they take over the points, but have met nobody yet.
    substitutes: Mapping[EntryId, EntryId] = field(default_factory=dict)

    def present(self) -> list[Entry]:
        """Return who is to be seated."""
        away = self.dropped | self.absent | set(self.substitutes.values())
        return [entry for entry in self.entries if entry.id not in away]

    def check(self) -> None:
        """Refuse a field from which no round can be made."""
        self._check_names()
        for number, one in enumerate(self.rounds, start=1):
            if None in one.outcomes or len(one.outcomes) != len(one.tables):
                raise RoundStillOpen(f"Round {number} is still being played.", round=number)
        both = {frozenset(pair) for pair in self.forbidden} & {frozenset(pair) for pair in self.fixed}
        if both:
            pairs = sorted(tuple(sorted(pair)) for pair in both)
            raise WishesContradict("The same two must meet and must not.", pairs=pairs)

    def _check_names(self) -> None:
        known = {entry.id for entry in self.entries}
        named = {*self.dropped, *self.absent, *self.substitutes, *self.substitutes.values()}
        named.update(entry for pair in (*self.forbidden, *self.fixed) for entry in pair)
        named.update(_who_played(self.rounds))
        if strangers := sorted(named - known):
            raise UnknownEntry("Somebody is named who has not entered.", entries=strangers)
        if len(known) != len(self.entries):
            raise UnknownEntry("Somebody has entered twice.", entries=len(self.entries) - len(known))


def _who_played(rounds: Iterable[Round]) -> set[EntryId]:
    return {entry for one in rounds for table in one.tables for entry in table.entries}
