"""Many games at once, played through a fault, and the questions that are asked afterwards."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, cycle, islice
from typing import Any

from tests.faults.player import Player
from tests.faults.site import Site

log = logging.getLogger("guildhall.faults")  # seen with: -o log_cli=true -o log_cli_level=INFO
GAME_TIMEOUT_SECONDS = 90.0
MODES = ("solo-3", "solo-4", "pairs-4")
MANY_TABLES = 50
Table = dict[str, Any]


class Games:
    """Several tables that are played at the same time."""

    def __init__(self, site: Site, tables: Sequence[Table], web: int | None = None) -> None:
        """Everyone knows all web processes, or only the one that is given. At many tables people take more time."""
        self.site, self.tables, self.pause = site, tables, 0.1 if len(tables) < MANY_TABLES else 0.5
        self.webs = range(len(site.ports)) if web is None else [web]
        self.players = [[self.player(table, seat) for seat in range(len(table["cookies"]))] for table in tables]
        self.tasks = [asyncio.create_task(player.play()) for player in self.everyone]

    def player(self, table: Table, seat: int) -> Player:
        addresses = [self.site.address(web, table["key"]) for web in self.webs]
        return Player(addresses, table["cookies"][seat], seat, self.pause)

    @property
    def everyone(self) -> list[Player]:
        return list(chain.from_iterable(self.players))

    def confirmed(self) -> list[int]:
        """By table, how many moves its players know to be stored."""
        return [sum(len(player.done) for player in players) for players in self.players]

    def lost(self) -> Counter[str]:
        """How sockets have ended."""
        return sum((player.lost for player in self.everyone), Counter())

    async def go_on(self, moves: int) -> None:
        """Until so many more moves have been made at every table that is not over."""
        goals = [before + moves for before in self.confirmed()]
        while any(
            count < goal and not players[0].over
            for count, goal, players in zip(self.confirmed(), goals, self.players, strict=True)
        ):
            await asyncio.sleep(0.01)

    async def end(self) -> None:
        await asyncio.gather(*self.tasks)

    def keep_still(self) -> None:
        for player in self.everyone:
            player.may_act.clear()

    async def release(self) -> None:
        await asyncio.gather(*(player.here.wait() for player in self.everyone))
        for player in self.everyone:
            await player.release()

    def check(self) -> None:
        for table, players in zip(self.tables, self.players, strict=True):
            check_table(self.site, table, players)


def check_table(site: Site, table: Table, players: Sequence[Player]) -> None:
    """What was confirmed stands exactly once, nothing else stands, and everyone has seen the same end."""
    events = site.query(
        "SELECT seq, seat, by, client_id FROM games_event WHERE match_id = %s ORDER BY seq", table["match"]
    )
    ((status, seq, result),) = site.query("SELECT status, seq, result FROM games_match WHERE id = %s", table["match"])
    assert [event[0] for event in events] == list(range(1, len(events) + 1))
    assert [event for event in events if event[2] != "player"] == [], "nobody was timed out"
    assert Counter((seat, own) for _, seat, _, own in events).most_common(1)[0][1] == 1
    stored = {(seat, own): seq for seq, seat, _, own in events}
    assert stored == {(player.seat, own): seq for player in players for own, seq in player.done.items()}
    assert (status, seq) == ("finished", len(events))
    assert [player.result for player in players] == [result] * len(players)


async def play_through(site: Site, name: str, fault: Callable[[], None], tables: int) -> Games:
    """A fault in mid-game, then on to the end."""
    games = Games(site, site.seed(*islice(cycle(MODES), tables)))
    async with asyncio.timeout(GAME_TIMEOUT_SECONDS):
        await games.go_on(6)
        assert not any(player.over for player in games.everyone), "the fault comes in mid-game"
        before, killed_at = sum(games.confirmed()), time.monotonic()
        await asyncio.to_thread(fault)
        whole_at = time.monotonic()
        await games.go_on(1)
        moving_at = time.monotonic()
        await games.end()
    report(name, games, before, killed_at, whole_at, moving_at)
    games.check()
    return games


def report(name: str, games: Games, before: int, *times: float) -> None:
    killed_at, whole_at, moving_at = times
    log.info(
        "%s at %d tables: %d confirmed (%d before), down %.1f s, all move %.1f s later,"
        " over %.1f s later; refused %s, lost %s",
        name,
        len(games.tables),
        sum(games.confirmed()),
        before,
        whole_at - killed_at,
        moving_at - whole_at,
        time.monotonic() - whole_at,
        dict(sum((player.refused for player in games.everyone), Counter())),
        dict(games.lost()),
    )
