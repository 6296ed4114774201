"""What an act would change, with names: for the pages that ask first."""

from dataclasses import dataclass

from tournaments.models import Entry, Table, Tournament
from tournaments.selectors.act_previews import ActPreview

# Rows of a list; a whole event that moves would fill a page that nobody reads.
ROWS_SHOWN_LIMIT = 60


@dataclass(frozen=True, slots=True)
class ChangedPlaceShown:
    """An entry that would stand elsewhere."""

    entry: Entry
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ChangedTableShown:
    """A table of a bracket with those who sit there now and would sit there afterwards."""

    number: int
    before: list[Entry | None]
    after: list[Entry | None]
    played_again: bool


@dataclass(frozen=True, slots=True)
class ActPreviewShown:
    """An outlook with the rows that there is room for."""

    moved: list[ChangedPlaceShown]
    moved_more: int
    reseated: list[ChangedTableShown]
    called_off: tuple[Table, ...]
    ratings: int
    stops_automatic: bool
    reopens: bool

    @property
    def changes_nothing(self) -> bool:
        return not (self.moved or self.reseated or self.called_off or self.ratings)


def act_preview_shown(tournament: Tournament, preview: ActPreview) -> ActPreviewShown:
    """In one query, however much would change."""
    moved = sorted(preview.changes.moved, key=lambda one: (one.after, one.entry))
    reseated = preview.changes.reseated[:ROWS_SHOWN_LIMIT]
    moved, more = moved[:ROWS_SHOWN_LIMIT], len(moved[ROWS_SHOWN_LIMIT:])
    numbers = {one.entry for one in moved} | {
        entry for one in reseated for entry in (*one.before, *one.after) if entry is not None
    }
    entries = {one.number: one for one in tournament.entries.filter(number__in=numbers)} if numbers else {}
    return ActPreviewShown(
        [ChangedPlaceShown(entries[one.entry], one.before, one.after) for one in moved],
        more,
        [
            ChangedTableShown(
                one.number,
                [entries[entry] if entry is not None else None for entry in one.before],
                [entries[entry] if entry is not None else None for entry in one.after],
                one.played_again,
            )
            for one in reseated
        ],
        preview.called_off,
        preview.ratings,
        preview.stops_automatic,
        preview.reopens,
    )
