"""Reads what live tables need from the database; what is asked for at the same time is read together."""

from collections.abc import Sequence

from games.engine.running import Move, Running, Seq
from games.live import table_queries
from games.live.batching import BatchedCalls
from games.live.threads import in_thread
from games.models import Match, Words
from games.selectors.matches import events_of_many_after, words_of_many_after
from ratings.models import RatingChange


class TableReader:
    """The reads of all tables of this process. When a process has ended, its people all come to another at once."""

    def __init__(self) -> None:
        self.match_ids: BatchedCalls[str, int | None] = BatchedCalls(in_thread(table_queries.match_ids_of))
        self.matches: BatchedCalls[int, table_queries.Loaded | None] = BatchedCalls(
            in_thread(table_queries.load_matches)
        )
        self.moves: BatchedCalls[tuple[int, Seq], list[Move]] = BatchedCalls(in_thread(events_of_many_after))
        self.words: BatchedCalls[tuple[int, int], list[Words]] = BatchedCalls(in_thread(words_of_many_after))
        self.changes: BatchedCalls[int, list[RatingChange]] = BatchedCalls(in_thread(table_queries.rating_changes_of))
        self.load_past = in_thread(table_queries.load_past)

    async def match_id(self, key: str) -> int | None:
        return await self.match_ids.ask(key)

    async def load(self, match_id: int) -> table_queries.Loaded | None:
        return await self.matches.ask(match_id)

    async def moves_after(self, match_id: int, seq: Seq) -> Sequence[Move]:
        return await self.moves.ask((match_id, seq))

    async def words_after(self, match_id: int, words_id: int) -> Sequence[Words]:
        return await self.words.ask((match_id, words_id))

    async def rating_changes(self, match_id: int) -> Sequence[RatingChange]:
        return await self.changes.ask(match_id)

    async def past(self, match: Match) -> tuple[Running, list[Move]]:
        """Return the match before its first move, and all its moves with their times."""
        dealt, moves = await self.load_past(match)
        return dealt, moves

    async def close(self) -> None:
        for calls in (self.match_ids, self.matches, self.moves, self.words, self.changes):
            await calls.close()
