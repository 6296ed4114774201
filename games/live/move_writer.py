"""Stores moves: those of all tables that arrive together in one statement and one commit (group commit)."""

from collections.abc import Sequence

from games.engine.running import Step
from games.live.background_tasks import BackgroundTasks
from games.live.batching import BatchedCalls
from games.live.database_connection import DatabaseConnection
from games.live.threads import in_thread
from games.services.moves import Proposal, matches_finished, moves_commit_async


class MoveWriter:
    """The only way of this process to store a move. Owns its connection, so that no move waits for other queries."""

    def __init__(self, background: BackgroundTasks) -> None:
        self.background = background
        self.connection = DatabaseConnection()
        self.calls: BatchedCalls[Proposal, bool] = BatchedCalls(self.write_batch)
        self.tell_finished = in_thread(matches_finished)

    async def write(self, match_id: int, step: Step) -> bool:
        """Store a move; False if the match has changed since the step was worked out."""
        return await self.calls.ask(Proposal(match_id, step))

    async def write_batch(self, proposals: Sequence[Proposal]) -> list[bool]:
        stored, finished = await moves_commit_async(self.connection.fetch_numbers, proposals)
        if finished:
            self.background.start(lambda: self.tell_finished(finished))
        return [proposal.match_id in stored for proposal in proposals]

    async def close(self) -> None:
        await self.calls.close()
        await self.connection.close()
