"""Sockets of pages on real web processes: floods, a process that leaves, a bus that is killed or hangs."""

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.faults.player import Tab
from tests.faults.site import Site

pytestmark = pytest.mark.faults
TIMEOUT_SECONDS = 30.0


class PageTab(Tab):
    """The news of whoever sits at a table's first chair."""

    def __init__(self, site: Site, table: dict[str, Any], web: int = 0) -> None:
        super().__init__(f"ws://127.0.0.1:{site.ports[web]}/ws/notices/", table["cookies"][0])


async def announce(site: Site, table: dict[str, Any], version: int) -> None:
    """To all who sit at a table, from a process that is no web process; it ends once it has sent."""

    def run() -> None:
        statement = (
            "SELECT name FROM players_player JOIN games_seat ON player_id = players_player.id WHERE match_id = %s"
        )
        for (name,) in site.query(statement, table["match"]):
            assert site.launch("announce", "-m", "tests.players.announce", name, str(version), "notices").wait() == 0
            site.parts.pop("announce")

    await asyncio.to_thread(run)


async def closed(tab: Tab) -> int:
    """With which code the socket ends."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await tab.socket.wait_closed()
    assert tab.socket.close_code
    return tab.socket.close_code


async def test_pages_on_two_processes_hear_of_a_change(site: Site) -> None:
    (table,) = site.seed("solo-3")
    async with PageTab(site, table, 0) as one, PageTab(site, table, 1) as two:
        await one.until("hello")
        await two.until("hello")
        await announce(site, table, 1)
        assert (await one.until("changed"))["parts"] == (await two.until("changed"))["parts"] == ["notices"]


@pytest.mark.parametrize(("frame", "code"), [('{"type": "ping"}', 4429), ("[]", 4400)])
async def test_who_sends_too_much_or_nonsense_is_sent_away(site: Site, frame: str, code: int) -> None:
    (table,) = site.seed("solo-3")
    async with PageTab(site, table) as tab:
        await tab.until("hello")
        for _ in range(10 if code == 4400 else 2000):
            try:
                await tab.socket.send(frame)
            except ConnectionClosed:
                break
        assert await closed(tab) == code


async def test_a_bus_that_was_killed_or_hung_leaves_no_page_deaf(site: Site) -> None:
    (table,) = site.seed("solo-3")
    async with PageTab(site, table) as tab:
        await tab.until("hello")
        await announce(site, table, 1)
        await tab.until("changed", version=1)
        await asyncio.to_thread(site.suspend_bus)
        try:
            await tab.say(type="ping")
            await tab.until("pong")
            async with PageTab(site, table) as late:
                await late.until("hello")
            await announce(site, table, 2)  # is dropped, and whoever announced it goes on
        finally:
            await asyncio.to_thread(site.resume_bus)
        await asyncio.to_thread(site.kill_bus)
        await tab.say(type="ping")
        await tab.until("pong")
        await asyncio.to_thread(site.start_bus)
        await until_heard(site, table, tab)
    assert "Traceback" not in site.said("web0")


async def until_heard(site: Site, table: dict[str, Any], tab: Tab) -> None:
    version = 2
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            version += 1
            await announce(site, table, version)
            await tab.say(type="ping")
            while (message := json.loads(await tab.socket.recv()))["type"] != "pong":
                if message["type"] == "changed":
                    return


async def test_a_process_that_leaves_sees_its_pages_off(site: Site) -> None:
    (table,) = site.seed("solo-3")
    async with PageTab(site, table) as tab:
        await tab.until("hello")
        leaving = asyncio.create_task(asyncio.to_thread(site.leave_web, 0))
        assert (await tab.until("restart"))["within"] > 0
        await tab.socket.close()
        await leaving
    await asyncio.to_thread(site.start_webs, [0])
    async with PageTab(site, table) as back:
        await back.until("hello")
