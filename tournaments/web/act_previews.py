"""Adds names to the preview of an act, for the pages that confirm it."""

from dataclasses import dataclass

from tournaments.models import Entry, Table, Tournament
from tournaments.selectors.act_previews import ActPreview

# Rows of a list; the rest is only counted.
ROWS_SHOWN_LIMIT = 60


@dataclass(frozen=True, slots=True)
class ChangedPlaceShown:
    """An entry whose place would change."""

    entry: Entry
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ChangedTableShown:
    """A table of a bracket with its present and future entries."""

    number: int
    before: list[Entry | None]
    after: list[Entry | None]
    played_again: bool


@dataclass(frozen=True, slots=True)
class ActPreviewShown:
    """A preview with as many rows as are shown."""

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
    """Resolve the names in one query."""
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
