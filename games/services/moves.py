"""Moves are stored here and nowhere else: those of many tables in one statement and one commit."""

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string
from psycopg.types.json import Jsonb

from games.engine.running import Step
from games.selectors.matches import moment
from games.selectors.prepared import prepared_cursor

# One row a match. A match takes its move only if it is being played and stands exactly one move before; the lock is
# taken in the order of ids, so that two processes cannot wait for each other.
COMMIT = """
WITH proposed AS (
    SELECT * FROM unnest(
        %(match)s::bigint[], %(seq)s::int[], %(seat)s::int[], %(action)s::text[], %(by)s::text[],
        %(at)s::timestamptz[], %(spent)s::int[], %(client_id)s::text[],
        %(since)s::timestamptz[], %(deadline)s::timestamptz[], %(result)s::jsonb[]
    ) AS one (match_id, seq, seat, action, by, at, spent, client_id, since, deadline, result)
), held AS (
    SELECT match.id FROM games_match AS match JOIN proposed ON proposed.match_id = match.id
    WHERE match.status = 'playing' AND match.seq = proposed.seq - 1
        -- The clock acts only where a deadline has passed while we were up.
        AND (proposed.by <> 'clock' OR (
            match.deadline <= proposed.at
            AND EXISTS (SELECT FROM games_pulse WHERE seen > clock_timestamp() - interval '8 seconds')
        ))
    ORDER BY match.id FOR UPDATE OF match
), stored AS (
    INSERT INTO games_event (match_id, seq, seat, action, by, at, spent, client_id)
    SELECT match_id, seq, seat, action, by, at, spent, client_id FROM proposed JOIN held ON held.id = match_id
    ON CONFLICT DO NOTHING RETURNING match_id
)
UPDATE games_match AS match SET
    seq = proposed.seq, since = proposed.since, deadline = proposed.deadline, result = proposed.result,
    status = CASE WHEN proposed.result IS NULL THEN 'playing' ELSE 'finished' END,
    finished_at = CASE WHEN proposed.result IS NULL THEN NULL ELSE proposed.at END
FROM proposed JOIN stored USING (match_id)
WHERE match.id = proposed.match_id
RETURNING match.id
"""


class Proposal(NamedTuple):
    """A step that somebody wants to take in a match."""

    match_id: int
    step: Step


def moves_commit(proposals: Sequence[Proposal]) -> set[int]:
    """Stores what can be stored, one move a match, and says which matches moved. Nothing may be told before this.

    One statement is one transaction; stored twice, it stores nothing the second time.
    """
    steps = [one.step for one in proposals]
    with prepared_cursor() as cursor:
        cursor.execute(
            COMMIT,
            {
                "match": [one.match_id for one in proposals],
                "seq": [step.move.seq for step in steps],
                "seat": [step.move.seat for step in steps],
                "action": [step.move.action for step in steps],
                "by": [step.move.by.value for step in steps],
                "at": [moment(step.move.at) for step in steps],
                "spent": [step.move.spent for step in steps],
                "client_id": [step.move.client_id for step in steps],
                "since": [moment(step.since) for step in steps],
                "deadline": [None if step.deadline is None else moment(step.deadline) for step in steps],
                "result": [None if step.result is None else Jsonb(step.result) for step in steps],
            },
        )
        moved = {match_id for (match_id,) in cursor.fetchall()}
    finished = [one.match_id for one in proposals if one.match_id in moved and one.step.result]
    if finished:
        # The moves stand, whatever becomes of the nudge.
        transaction.on_commit(lambda: matches_finished(finished), robust=True)
    return moved


def matches_finished(match_ids: Sequence[int]) -> None:
    """Tells the apps above, which settings name. Only a nudge: what it is about stands in the database."""
    for path in settings.MATCHES_FINISHED_RECEIVERS:
        import_string(path)(match_ids)
