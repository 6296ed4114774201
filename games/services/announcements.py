"""Announces to every web process that matches have changed. No secret crosses the bus: docs/architecture.md.

Each web process is one channel in one group of Channels' layer (games/live/announcements.py). An announcement that is
lost is harmless: the next one, or the comparison with the database every few seconds, brings the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Literal, NamedTuple, NotRequired, TypedDict

from django.db import transaction

from games.engine.clock import By
from games.engine.running import Move
from players.services.layer_outbox import LayerOutbox

# A layer of its own (CHANNEL_LAYERS): when it is made anew after an outage, the channels of pages stay.
MATCHES_LAYER = "matches"
MATCHES_GROUP = "matches"
# The version of the payload; a process ignores what has another one, so that old and new can run together.
LAYOUT: Literal[1] = 1


class ChangeKind(Enum):
    """What has changed about a match."""

    MOVES = "moves"
    TABLE = "table"  # its seats, its status, its clocks
    WORDS = "words"
    PRESENCE = "presence"
    RATINGS = "ratings"  # the match has been rated


KINDS = {kind.value: kind for kind in ChangeKind}
ACTORS: Mapping[object, By] = {by.value: by for by in By}


class MatchChange(NamedTuple):
    """A change of one match; with the move, if everybody at the table saw it, which saves reading it."""

    kind: ChangeKind
    match_id: int
    move: Move | None = None


class MatchesChanged(TypedDict):
    """What crosses the bus. `origin` is the web process that sent it, which needs no telling, or empty."""

    type: Literal["matches.changed"]
    layout: Literal[1]
    origin: str
    changes: list[list[Any]]
    # A number by which a process finds out whether its own messages still come back.
    probe: NotRequired[int]


def matches_changed(changes: Iterable[MatchChange], origin: str = "") -> MatchesChanged:
    return {
        "type": "matches.changed",
        "layout": LAYOUT,
        "origin": origin,
        "changes": [[kind.value, match_id, *move_fields(move)] for kind, match_id, move in changes],
    }


def move_fields(move: Move | None) -> Sequence[Any]:
    """Return a move's fields in their order, with the name of who made it."""
    if move is None:
        return ()
    return (move.seq, move.seat, move.action, move.by.value, move.at, move.spent, move.client_id)


def merged(messages: Sequence[MatchesChanged]) -> MatchesChanged:
    """Return one message instead of several of one origin, each change once, with the newest probe."""
    changes = list({tuple(change): change for message in messages for change in message["changes"]}.values())
    both: MatchesChanged = {**messages[-1], "changes": changes}
    for message in messages:
        if "probe" in message:
            both["probe"] = message["probe"]
    return both


def changes_in(message: Mapping[str, Any]) -> list[MatchChange]:
    """Return the changes that another process announces, without those that this version does not know."""
    found = (change_from(*change) for change in message["changes"])
    return [change for change in found if change is not None]


def change_from(kind: str, match_id: int, *move: Any) -> MatchChange | None:
    """Return a change as it was sent; without its move, which the database has, if this version cannot read that."""
    if kind not in KINDS:
        return None
    if len(move) != len(Move._fields):
        return MatchChange(KINDS[kind], match_id)
    made = Move(*move)
    return MatchChange(KINDS[kind], match_id, made._replace(by=ACTORS[made.by]) if made.by in ACTORS else None)


def announce(*changes: MatchChange) -> None:
    """Tell every web process. Never waits, never fails."""
    OUTBOX.add(MATCHES_GROUP, matches_changed(changes))


def announce_on_commit(*changes: MatchChange) -> None:
    """Tell every web process once the transaction is committed: all of it together, each change once."""
    if distinct := tuple(dict.fromkeys(changes)):
        transaction.on_commit(lambda: announce(*distinct), robust=True)


OUTBOX: LayerOutbox[MatchesChanged] = LayerOutbox(layer=MATCHES_LAYER, merge=merged)
