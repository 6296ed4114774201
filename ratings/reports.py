"""What the games app hands over when a rated match is finished: plain data, and no knowledge of games."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A finished match, by seat: who sat there, on which side, in what place by the record, who never came back."""

    match_id: int
    key: str
    pool: str
    finished_at: datetime | None
    players: Sequence[int | None]
    sides: Sequence[int]
    places: Sequence[int]
    left: Sequence[bool]
