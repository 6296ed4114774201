"""Who takes part. An entry is a player or a team; nothing here cares which."""

from dataclasses import dataclass
from typing import NewType

EntryId = NewType("EntryId", int)


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody who takes part, and what pairing may know about them."""

    id: EntryId
    # Their rating, or whatever the organiser seeds by: more is stronger.
    strength: float
    # Those who share a club should not meet while that can be avoided.
    club: str = ""
