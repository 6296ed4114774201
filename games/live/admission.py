"""Lets sockets in: finds out whose they are, and limits how many one player or one address has."""

from collections import Counter
from dataclasses import replace
from typing import Any

from django.conf import settings

from games.live.batching import BatchedCalls
from games.live.threads import in_thread
from games.live.visitors import Credentials, Visitor, credentials_of, language_of, visitors_by

TABLE_SOCKETS_PER_PLAYER = 10
PAGE_SOCKETS_PER_PLAYER = 20


class Admission:
    """Identifies sockets, many at once: when a process has ended, its people all come to another one."""

    def __init__(self) -> None:
        self.visitors: BatchedCalls[Credentials, Visitor] = BatchedCalls(in_thread(visitors_by))
        self.table_limit = SocketLimit(TABLE_SOCKETS_PER_PLAYER)
        self.page_limit = SocketLimit(PAGE_SOCKETS_PER_PLAYER)

    async def identify(self, scope: dict[str, Any]) -> Visitor:
        visitor = await self.visitors.ask(credentials_of(scope))
        return replace(visitor, language=language_of(scope, visitor.player))

    async def close(self) -> None:
        await self.visitors.close()


class SocketLimit:
    """Counts open sockets by player, or by address where nobody is signed in."""

    def __init__(self, per_player: int) -> None:
        self.per_player = per_player
        self.open: Counter[int | str] = Counter()

    def admit(self, key: int | str) -> bool:
        """Count a socket; False if there are too many already. Each one admitted is to be released."""
        limit = self.per_player if isinstance(key, int) else settings.SOCKETS_PER_ADDRESS
        if self.open[key] >= limit:
            return False
        self.open[key] += 1
        return True

    def release(self, key: int | str) -> None:
        self.open[key] -= 1
        if not self.open[key]:
            del self.open[key]
