"""A bot for Guildhall in one file: python bot.py wss://HOST/ws/tables/KEY/ TOKEN. It needs `pip install websockets`.

While it leads it passes for a gem where it may, and otherwise it plays anything that is allowed. Yours will do better.
"""

import asyncio
import json
import random
import sys
import uuid
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def choose(view: dict[str, Any]) -> str:
    """Everything one may know is in the view, and everything one may do in its "legal"."""
    actions: list[str] = view["legal"]
    mine = next(side for side in view["scores"] if view["seat"] in side["seats"])
    leading = mine["place"] == 1
    return "pass" if leading and "pass" in actions else random.choice(actions)


class Table:
    """One connection. Whatever was sent and not answered is sent again, under the same id."""

    def __init__(self) -> None:
        self.waiting: dict[str, Any] | None = None

    async def play(self, socket: Any) -> None:
        if self.waiting:
            await socket.send(json.dumps(self.waiting))
        async for frame in socket:
            message = json.loads(frame)
            if message["type"] in ("done", "refused") and self.waiting and message["id"] == self.waiting["id"]:
                self.waiting = None
            if message["type"] == "state":
                if message["result"]:
                    print(json.dumps(message["result"], indent=2))
                    return
                await self.act(socket, message)

    async def act(self, socket: Any, state: dict[str, Any]) -> None:
        if not state["view"]["legal"] or (self.waiting and self.waiting["seq"] == state["seq"]):
            return
        action = choose(state["view"])
        self.waiting = {"type": "act", "id": str(uuid.uuid4()), "seq": state["seq"], "action": action}
        await socket.send(json.dumps(self.waiting))


async def main(address: str, token: str) -> None:
    table = Table()
    while True:
        try:
            async with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
                beat = asyncio.create_task(keep_alive(socket))
                try:
                    return await table.play(socket)
                finally:
                    beat.cancel()
        except (ConnectionClosed, OSError):
            await asyncio.sleep(random.uniform(0.3, 2))


async def keep_alive(socket: Any) -> None:
    while True:
        await asyncio.sleep(20)
        await socket.send('{"type": "ping"}')


asyncio.run(main(*sys.argv[1:]))
