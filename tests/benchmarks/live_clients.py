"""`python -m tests.benchmarks.live_clients`: the players of many tables, in a process of their own.

Reads {"tables": [{"addresses": [one a seat], "cookies": [one a seat]}, …], "origin", "every": seconds or null,
"seconds"}, says "seated" and waits for a line, plays, says "played" and waits for another, and writes {"moves",
"seconds", "latencies"}: milliseconds from "move sent" until every player has it.
"""

import asyncio
import json
import sys
import time
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

CONNECTING = 50
# Until everyone has been told who is there; moves are measured, not arrivals.
A_WHILE = 2.0


class BenchTable:
    """Four players who act as soon as everyone has seen the last move, or at a steady pace."""

    def __init__(self, table: dict[str, Any], origin: str, every: float | None, latencies: list[float]) -> None:
        self.table, self.every, self.latencies = table, every, latencies
        self.settings: dict[str, Any] = {"origin": origin, "compression": None, "ping_interval": None}
        self.sockets: list[ClientConnection] = []
        self.seen = asyncio.Event()
        self.arrived, self.seq, self.sent_at = 0, -1, 0.0
        self.turn: tuple[int, str] | None = None
        self.moves, self.over = 0, False

    async def sit_down(self, gate: asyncio.Semaphore) -> None:
        for address, cookie in zip(self.table["addresses"], self.table["cookies"], strict=True):
            async with gate:
                self.sockets.append(await connect(address, additional_headers={"Cookie": cookie}, **self.settings))
        self.readers = [asyncio.create_task(self.read(seat, socket)) for seat, socket in enumerate(self.sockets)]
        await self.seen.wait()

    async def read(self, seat: int, socket: ClientConnection) -> None:
        async for frame in socket:
            if '"type":"state"' not in frame[:20]:
                continue
            state = orjson.loads(frame)
            if state["seq"] < self.seq:
                continue
            if state["seq"] > self.seq:
                self.seq, self.arrived, self.turn = state["seq"], 0, None
            if state["view"]["legal"]:
                self.turn = (seat, state["view"]["legal"][0])
            self.over = state["result"] is not None
            self.arrived += 1
            if self.arrived == len(self.sockets):
                if self.sent_at:
                    self.latencies.append((time.perf_counter() - self.sent_at) * 1000)
                self.seen.set()

    async def play(self, until: float) -> None:
        due = time.perf_counter()
        while not self.over and time.perf_counter() < until and self.turn:
            if self.every:
                due += self.every
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
            seat, action = self.turn
            self.seen.clear()
            self.sent_at = time.perf_counter()
            act = {"type": "act", "id": f"{self.seq}", "seq": self.seq, "action": action}
            await self.sockets[seat].send(json.dumps(act))
            await asyncio.wait_for(self.seen.wait(), 60)
            self.moves += 1

    async def leave(self) -> None:
        for reader in self.readers:
            reader.cancel()
        for socket in self.sockets:
            await socket.close()


async def run(order: dict[str, Any]) -> dict[str, Any]:
    latencies: list[float] = []
    tables = [BenchTable(table, order["origin"], order["every"], latencies) for table in order["tables"]]
    gate = asyncio.Semaphore(CONNECTING)
    await asyncio.gather(*(table.sit_down(gate) for table in tables))
    await asyncio.sleep(A_WHILE)
    latencies.clear()
    say("seated")
    await asyncio.to_thread(sys.stdin.readline)
    start = time.perf_counter()
    pause = (order["every"] or 0) / len(tables)
    async with asyncio.TaskGroup() as group:
        for table in tables:
            group.create_task(table.play(start + order["seconds"]))
            if pause:
                await asyncio.sleep(pause)
    spent = time.perf_counter() - start
    say("played")
    await asyncio.to_thread(sys.stdin.readline)
    await asyncio.gather(*(table.leave() for table in tables))
    return {"moves": sum(table.moves for table in tables), "seconds": spent, "latencies": latencies}


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    say(json.dumps(asyncio.run(run(json.loads(sys.stdin.readline())))))
