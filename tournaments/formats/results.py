"""Collects the rounds of a tournament into one record for each entry."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.points import Points, PointScale, ShareOfOpponents, mean, points, total
from tournaments.formats.tables import Outcome, Round, Table


@dataclass(frozen=True, slots=True)
class Unplayed:
    """What a round is worth to an entry that did not play it."""

    absent: Points = Fraction(0)
    bye: Points = Fraction(1)
    # For each round that was over before a late entrant came.
    late: Points = Fraction(0)


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """One table, from the point of view of one entry at it."""

    table: Table
    outcome: Outcome
    points: Points


@dataclass(slots=True)
class Record:
    """One entry's results. A substitute continues the record of the one they came in for."""

    entry: Entry
    played: list[PlayedTable] = field(default_factory=list)
    # From byes, announced absences and rounds before they came.
    unplayed: Points = Fraction(0)
    # Of these, what byes brought; and how many rounds they missed that they might have played.
    from_byes: Points = Fraction(0)
    missed: int = 0

    @property
    def points(self) -> Points:
        return total([self.unplayed, *(played.points for played in self.played)])

    @property
    def mean(self) -> Points:
        """Return the points for each round played. Rounds after dropping out or while away do not count."""
        return mean([played.points for played in self.played])

    @property
    def per_game(self) -> Points:
        """Return the points for each game that was theirs to play. A bye is no game, and its points do not count."""
        return (self.points - self.from_byes) / max(1, len(self.played) + self.missed)


class Results:
    """The records of all entries, and who continues whose. Immutable once built, so sums are cached."""

    def __init__(
        self,
        entries: Iterable[Entry],
        rounds: Sequence[Round],
        scale: PointScale | None = None,
        unplayed: Unplayed | None = None,
        substitutes: Mapping[EntryId, EntryId] | None = None,
    ) -> None:
        """Build the records. `substitutes` maps the one who came in to the one they came in for."""
        self.successors = {out: into for into, out in (substitutes or {}).items()}
        self.records = {entry.id: Record(entry) for entry in entries if entry.id not in self.successors}
        for one in rounds:
            self._add_tables(one, scale or ShareOfOpponents())
        self._add_unplayed(rounds, unplayed or Unplayed())

    def now(self, entry: EntryId) -> EntryId:
        """Return who continues this entry's record: usually the entry itself."""
        while entry in self.successors:
            entry = self.successors[entry]
        return entry

    def opponents(self, entry: EntryId) -> Iterator[Record]:
        """Yield every opponent's record, once for each meeting."""
        for played in self.records[entry].played:
            for other in played.table.entries:
                if self.now(other) != entry:
                    yield self.records[self.now(other)]

    @cached_property
    def met(self) -> dict[EntryId, list[EntryId]]:
        """Return, by entry, everyone they have met."""
        return {entry: [other.entry.id for other in self.opponents(entry)] for entry in self.records}

    @cached_property
    def opponents_mean(self) -> dict[EntryId, Points]:
        """Return, by entry, the mean of its opponents' points a round."""
        means = {entry: record.mean for entry, record in self.records.items()}
        return {entry: mean([means[other] for other in others]) for entry, others in self.met.items()}

    def _add_tables(self, one: Round, scale: PointScale) -> None:
        for table, outcome in zip(one.tables, one.outcomes, strict=True):
            if outcome:
                for entry, worth in points(table, outcome, scale).items():
                    self.records[self.now(entry)].played.append(PlayedTable(table, outcome, worth))

    def _add_unplayed(self, rounds: Sequence[Round], unplayed: Unplayed) -> None:
        came: set[EntryId] = set()
        for number, one in enumerate(rounds):
            seated = {self.now(entry) for table in one.tables for entry in table.entries}
            absent, byes = {self.now(entry) for entry in one.absent}, {self.now(entry) for entry in one.byes}
            for entry in (seated | absent | byes) - came:
                self.records[entry].unplayed += number * unplayed.late
                self.records[entry].missed += number
            came |= seated | absent | byes
            for entry in absent:
                self.records[entry].unplayed += unplayed.absent
                self.records[entry].missed += 1
            for entry in byes:
                self.records[entry].unplayed += unplayed.bye
                self.records[entry].from_byes += unplayed.bye
        for entry in self.records.keys() - came:
            self.records[entry].unplayed += len(rounds) * unplayed.late
