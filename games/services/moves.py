"""Stores moves, those of many tables in one statement and one commit. Nothing else writes a move."""

from collections.abc import Awaitable, Callable, Container, Sequence
from typing import Any, NamedTuple

import orjson
import structlog
from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from games.engine.running import Step
from games.selectors.matches import moment
from games.selectors.prepared import prepared_cursor

# One row a match. A match takes its move only if it is being played and stands exactly one move before. Locks are taken
# in the order in which the matches are proposed, so that two processes cannot wait for each other. Matches are looked
# up one by one, by their keys: joined with all that are being played, a move costs more the more there are.
STORE_MOVES = """
WITH proposed AS (
    SELECT * FROM jsonb_to_recordset(%s::jsonb) AS one (
        match_id bigint, seq int, seat int, action text, by text, at timestamptz, spent int, client_id text,
        since timestamptz, deadline timestamptz, result jsonb
    )
), held AS (
    SELECT match.id
    FROM proposed, LATERAL (SELECT * FROM games_match WHERE id = proposed.match_id OFFSET 0 FOR UPDATE) AS match
    WHERE match.status = 'playing' AND match.seq = proposed.seq - 1
        -- The clock acts only where a deadline has passed while we were up.
        AND (proposed.by <> 'clock' OR (
            match.deadline <= proposed.at
            AND EXISTS (SELECT FROM games_pulse WHERE seen > clock_timestamp() - interval '8 seconds')
        ))
), stored AS (
    INSERT INTO games_event (match_id, seq, seat, action, by, at, spent, client_id)
    SELECT match_id, seq, seat, action, by, at, spent, client_id FROM proposed JOIN held ON held.id = match_id
    ON CONFLICT DO NOTHING RETURNING match_id
)
UPDATE games_match AS match SET
    seq = proposed.seq, since = proposed.since, deadline = proposed.deadline, result = proposed.result,
    status = CASE WHEN proposed.result IS NULL THEN 'playing' ELSE 'finished' END,
    finished_at = CASE WHEN proposed.result IS NULL THEN NULL ELSE proposed.at END
FROM proposed
WHERE match.id = proposed.match_id AND match.id = ANY(ARRAY(SELECT match_id FROM stored))
RETURNING match.id
"""


log = structlog.get_logger("guildhall.moves")
# Executes a statement with one JSON document and returns the first column.
FetchNumbers = Callable[[str, str], Awaitable[list[int]]]


class Proposal(NamedTuple):
    """A step to be stored."""

    match_id: int
    step: Step


def moves_commit(proposals: Sequence[Proposal]) -> set[int]:
    """Store what can be stored, at most one move a match, and return the matches whose move is stored.

    One statement is one transaction; executed twice, it stores nothing the second time. Announce afterwards only.
    """
    with prepared_cursor() as cursor:
        cursor.execute(STORE_MOVES, [proposals_as_json(proposals)])
        stored = {match_id for (match_id,) in cursor.fetchall()}
    if finished := finished_by(proposals, stored):
        # The moves stand, whatever becomes of the nudge.
        transaction.on_commit(lambda: matches_finished(finished), robust=True)
    return stored


async def moves_commit_async(fetch_numbers: FetchNumbers, proposals: Sequence[Proposal]) -> tuple[set[int], list[int]]:
    """The same over a connection of the event loop; also returns the matches that are over, to call receivers with."""
    stored = set(await fetch_numbers(STORE_MOVES, proposals_as_json(proposals)))
    return stored, finished_by(proposals, stored)


def finished_by(proposals: Sequence[Proposal], stored: Container[int]) -> list[int]:
    return [one.match_id for one in proposals if one.match_id in stored and one.step.result]


def proposals_as_json(proposals: Sequence[Proposal]) -> str:
    """Return all of them in one JSON document, by match. A list for each column takes Python ten times as long."""
    return orjson.dumps([row_of(*one) for one in sorted(proposals, key=lambda one: one.match_id)]).decode()


def row_of(match_id: int, step: Step) -> dict[str, Any]:
    move = step.move
    return {
        "match_id": match_id,
        "seq": move.seq,
        "seat": move.seat,
        "action": move.action,
        "by": move.by.value,
        "at": moment(move.at),
        "spent": move.spent,
        "client_id": move.client_id,
        "since": moment(step.since),
        "deadline": None if step.deadline is None else moment(step.deadline),
        "result": step.result,
    }


def matches_finished(match_ids: Sequence[int]) -> None:
    """Call the receivers that settings name. Only a nudge: the database says what is to be done. The failure of one
    receiver keeps nothing from the others."""
    for path in settings.MATCHES_FINISHED_RECEIVERS:
        try:
            import_string(path)(match_ids)
        except Exception:
            log.exception("receiver of finished matches failed", receiver=path)
