"""What an act would change, with names: for the pages that ask first."""

from dataclasses import dataclass

from tournaments.models import Entry, Table, Tournament
from tournaments.selectors.outlooks import Outlook

# Rows of a list; a whole event that moves would fill a page that nobody reads.
ROWS_SHOWN = 60


@dataclass(frozen=True, slots=True)
class MovedShown:
    """An entry that would stand elsewhere."""

    entry: Entry
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ReseatedShown:
    """A table of a bracket with those who sit there now and would sit there afterwards."""

    number: int
    before: list[Entry | None]
    after: list[Entry | None]
    played_again: bool


@dataclass(frozen=True, slots=True)
class OutlookShown:
    """An outlook with the rows that there is room for."""

    moved: list[MovedShown]
    moved_more: int
    reseated: list[ReseatedShown]
    called_off: tuple[Table, ...]
    ratings: int
    stops_automatic: bool
    reopens: bool

    @property
    def changes_nothing(self) -> bool:
        return not (self.moved or self.reseated or self.called_off or self.ratings)


def outlook_shown(tournament: Tournament, outlook: Outlook) -> OutlookShown:
    """In one query, however much would change."""
    moved = sorted(outlook.changes.moved, key=lambda one: (one.after, one.entry))
    reseated = outlook.changes.reseated[:ROWS_SHOWN]
    moved, more = moved[:ROWS_SHOWN], len(moved[ROWS_SHOWN:])
    numbers = {one.entry for one in moved} | {
        entry for one in reseated for entry in (*one.before, *one.after) if entry is not None
    }
    entries = {one.number: one for one in tournament.entries.filter(number__in=numbers)} if numbers else {}
    return OutlookShown(
        [MovedShown(entries[one.entry], one.before, one.after) for one in moved],
        more,
        [
            ReseatedShown(
                one.number,
                [entries[entry] if entry is not None else None for entry in one.before],
                [entries[entry] if entry is not None else None for entry in one.after],
                one.played_again,
            )
            for one in reseated
        ],
        outlook.called_off,
        outlook.ratings,
        outlook.stops_automatic,
        outlook.reopens,
    )
