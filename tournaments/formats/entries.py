"""An entry: a player or a team; the formats treat both alike."""

from dataclasses import dataclass
from typing import NewType

EntryId = NewType("EntryId", int)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry, and what pairing may know about it."""

    id: EntryId
    # Their rating, or whatever the organiser seeds by: more is stronger.
    strength: float
    # Those who share a club should not meet while that can be avoided.
    club: str = ""
