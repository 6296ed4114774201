"""Tables and people for tests of sockets, and whole moves over several of them."""

from collections.abc import Sequence
from contextlib import AsyncExitStack

from asgiref.sync import sync_to_async

from games.models import Match
from players.models import Player
from tests.games.builders import people, playing_table
from tests.games.live.client import TableClient

play = sync_to_async(playing_table)
build = sync_to_async(people)


async def seated(stack: AsyncExitStack, match: Match, players: Sequence[Player]) -> list[TableClient]:
    clients = [await stack.enter_async_context(TableClient(match, one)) for one in players]
    for client in clients:
        await client.until_seq(0)
    return clients


def whose_turn(clients: list[TableClient]) -> TableClient:
    return next(client for client in clients if client.view["legal"])


async def one_move(clients: list[TableClient], choice: int = 0) -> int:
    """Make a move of whoever's turn it is, and wait until everyone sees it."""
    acting = whose_turn(clients)
    seq = acting.state["seq"]
    await acting.act(acting.view["legal"][choice], seq, f"move-{seq}")
    await acting.until("done", id=f"move-{seq}", seq=seq + 1)
    for client in clients:
        await client.until_seq(seq + 1)
    return seq + 1
