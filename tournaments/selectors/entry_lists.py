"""Lists the entries for the tournament's page, in four queries."""

from dataclasses import dataclass, field

from tournaments.models import Entry, EntryPlayer, Tournament
from tournaments.selectors.entries import entries_with_players, ratings_of_entries

Status = Entry.Status


@dataclass(frozen=True, slots=True)
class EntryRow:
    """An entry with what the list shows of it."""

    entry: Entry
    rating: float | None
    players: tuple[EntryPlayer, ...]
    # The position on the waiting list, from 1.
    line: int | None = None

    @property
    def is_team(self) -> bool:
        return len(self.players) > 1


@dataclass(frozen=True, slots=True)
class EntryLists:
    """The entries by status."""

    taking_part: list[EntryRow] = field(default_factory=list)
    waiting: list[EntryRow] = field(default_factory=list)
    invited: list[EntryRow] = field(default_factory=list)
    # Those who have left since it began.
    gone: list[EntryRow] = field(default_factory=list)


def entry_lists(tournament: Tournament) -> EntryLists:
    """Return entries by seed once seeded, before that the strongest first; the waiting list in its order."""
    entries = [one for one in entries_with_players(tournament) if one.status != Status.WITHDRAWN]
    present = {} if tournament.has_started else ratings_of_entries(tournament, entries)
    rows = [row_of(one, present.get(one.pk, one.rating)) for one in entries]
    waiting = sorted(
        (row for row in rows if row.entry.status == Status.WAITING),
        key=lambda row: (row.entry.registered_at, row.entry.number),
    )
    return EntryLists(
        taking_part=sorted((row for row in rows if row.entry.status == Status.IN), key=strength),
        waiting=[EntryRow(row.entry, row.rating, row.players, line) for line, row in enumerate(waiting, start=1)],
        invited=[row for row in rows if row.entry.status == Status.INVITED],
        gone=[
            row
            for row in rows
            if row.entry.status in (Status.DROPPED, Status.DISQUALIFIED) or (row.entry.status == Status.ABSENT)
        ],
    )


def row_of(entry: Entry, rating: float | None) -> EntryRow:
    return EntryRow(entry, rating, tuple(one for one in entry.players.all() if not one.replaced))


def strength(row: EntryRow) -> tuple[int, bool, float, int]:
    """Return the sort key: seeds first; else the strongest first, then those without a rating."""
    return (row.entry.seed or 10**6, row.rating is None, -(row.rating or 0), row.entry.number)
