"""Longer outages: clocks stand still, nobody goes deaf, and nothing is left behind."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from uuid import uuid4

import pytest
from websockets.exceptions import ConnectionClosed

from tests.faults.games import GAME_TIMEOUT_SECONDS, Games, log
from tests.faults.player import Tab
from tests.faults.site import Site

pytestmark = pytest.mark.faults

# Longer than clocks.DOWNTIME_THRESHOLD, and longer than what is left to whoever is to act.
OUTAGE_SECONDS, TURN_LEFT_SECONDS = 9.5, 5.0


# --- Clocks ---


async def sit_through(site: Site, fault: Callable[[], None]) -> None:
    """Nobody acts before or during the outage, in which a time would have run out; then all play to the end."""
    await first_pulse(site)
    games = Games(site, site.seed("solo-3", "solo-3", left=TURN_LEFT_SECONDS))
    games.keep_still()
    async with asyncio.timeout(GAME_TIMEOUT_SECONDS):
        await asyncio.gather(*(player.here.wait() for player in games.everyone))
        await asyncio.to_thread(fault)
        await games.release()
        await games.end()
    games.check()


async def first_pulse(site: Site) -> None:
    """All web processes are at work, and the database knows that they are."""
    (table,) = site.seed("solo-3")
    addresses = [site.address(web, table["key"]) for web in range(len(site.ports))]
    async with Tab(addresses[0], table["cookies"][0]) as one, Tab(addresses[1], table["cookies"][1]) as two:
        await one.until("state")
        await two.until("state")
        async with asyncio.timeout(20):
            while not site.query("SELECT FROM games_pulse WHERE seen > now() - interval '2 seconds'"):
                await asyncio.sleep(0.1)


async def test_while_the_database_is_down_no_clock_runs(site: Site) -> None:
    def fault() -> None:
        site.kill_database()
        time.sleep(OUTAGE_SECONDS)
        site.start_database()

    await sit_through(site, fault)


async def test_while_all_web_processes_are_down_no_clock_runs(site: Site) -> None:
    def fault() -> None:
        for number in range(len(site.ports)):
            site.kill_web(number)
        time.sleep(OUTAGE_SECONDS)
        site.start_webs(range(len(site.ports)))

    await sit_through(site, fault)


# --- The bus ---


async def test_without_a_bus_the_tables_of_one_process_go_on(site: Site) -> None:
    """It hangs, which is worse than being gone: whoever speaks to it waits."""
    games = Games(site, site.seed("solo-3", "solo-3"), web=0)
    async with asyncio.timeout(GAME_TIMEOUT_SECONDS):
        await games.go_on(3)
        site.suspend_bus()
        try:
            began_at = time.monotonic()
            async with asyncio.timeout(12):
                await games.go_on(6)
            log.info("hung bus: 6 moves a table in %.1f s", time.monotonic() - began_at)
        finally:
            site.resume_bus()
        await games.end()
    games.check()


async def test_when_bus_and_database_come_back_everyone_listens_again(site: Site) -> None:
    (table,) = site.seed("solo-3")
    addresses = [site.address(web, table["key"]) for web in range(len(site.ports))]
    async with Tab(addresses[0], table["cookies"][0]) as one, Tab(addresses[1], table["cookies"][1]) as two:
        await one.until("state")
        await two.until("state")
        await site_listens(site)
        await asyncio.to_thread(site.kill_database)
        await asyncio.to_thread(site.kill_bus)
        await asyncio.to_thread(site.start_bus)
        await asyncio.sleep(12)  # the process is back at the bus, and gives up waiting for the database
        await asyncio.to_thread(site.start_database)
        await site_listens(site)


@pytest.mark.long
def test_a_worker_outlives_its_bus(site: Site) -> None:
    """Killed again and again, also in the middle of a connection: it comes back to it by itself, and works."""
    site.start_worker()
    worker = site.parts["worker"]
    try:
        for pause in (0.2, 1.0, 3.0, 0.5):
            site.kill_bus()
            time.sleep(pause)
            site.start_bus()
            time.sleep(1.5)
            assert worker.poll() is None, site.said("worker")
        (table,) = site.seed("solo-3", left=1.0)
        until = time.monotonic() + 40
        while not site.query("SELECT FROM games_match WHERE key = %s AND seq > 0", table["key"]):
            assert time.monotonic() < until, "nobody's time is up: the worker does not work"
            time.sleep(0.2)
    finally:
        site.kill_worker()


async def test_news_of_a_table_that_is_just_being_loaded_harm_nobody(site: Site) -> None:
    (table,) = site.seed("solo-3")
    here, there = site.address(0, table["key"]), site.address(1, table["key"])
    leaving = await Tab(there, table["cookies"][1]).__aenter__()
    async with Tab(there, table["cookies"][2]) as other:
        await other.until("state")
        await leaving.until("state")
        with site.connection() as connection:
            connection.execute("LOCK TABLE games_event")
            entering = await Tab(here, table["cookies"][0]).__aenter__()
            await asyncio.sleep(1)
            await leaving.__aexit__()
            await asyncio.sleep(1)
        await entering.until("state")
        await site_listens(site)
        await entering.__aexit__()


async def site_listens(site: Site) -> None:
    """Every web process has come back to the bus."""
    async with asyncio.timeout(15):
        while await asyncio.to_thread(site.listeners) < len(site.ports):
            await asyncio.sleep(0.2)


async def test_whoever_changes_processes_never_sees_the_table_go_back(site: Site) -> None:
    """The other process may not have heard of the newest move."""
    (table,) = site.seed("solo-3")
    async with Tab(site.address(0, table["key"]), table["cookies"][0]) as first:
        await first.until("state")
        for cookie in table["cookies"]:
            async with Tab(site.address(1, table["key"]), cookie) as tab:
                await tab.until("state")
                if not tab.legal:
                    continue
                site.kill_bus()
                try:
                    await tab.act(tab.legal[0], 0, str(uuid4()))
                    await tab.until("done", seq=1)
                    async with Tab(site.address(0, table["key"]), cookie) as again:
                        assert (await again.until("state"))["seq"] == 1
                finally:
                    site.start_bus()
                return


# --- What is left behind ---


async def test_a_tab_that_opens_while_another_closes_hears_of_moves(site: Site) -> None:
    """The new one waits for the table while the old one's move is stored; then the old one goes."""
    (table,) = site.seed("solo-3")
    key, acting = table["key"], await whose_turn(site, table["key"], table["cookies"])
    old = await Tab(site.address(0, key), acting).__aenter__()
    await old.until("state")
    async with Tab(site.address(0, key), acting) as new:
        await new.until("state")
    with site.connection() as connection:
        connection.execute("SELECT FROM games_match WHERE id = %s FOR UPDATE", [table["match"]])
        await old.act(old.legal[0], 0, str(uuid4()))
        await asyncio.sleep(0.3)
        new = await Tab(site.address(0, key), acting).__aenter__()
        await asyncio.sleep(1)
        await old.__aexit__()
    try:
        await new.until_seq(1)
        async with Tab(site.address(1, key), await whose_turn(site, key, table["cookies"])) as other:
            await other.until("state")
            await other.act(other.legal[0], 1, str(uuid4()))
            await other.until("done", seq=2)
        await new.until_seq(2)
    finally:
        await new.__aexit__()


async def whose_turn(site: Site, key: str, cookies: list[str]) -> str:
    """The cookie of whoever is to act."""
    for cookie in cookies:
        async with Tab(site.address(1, key), cookie) as tab:
            await tab.until("state")
            if tab.legal:
                return cookie
    raise AssertionError("nobody is to act")


@pytest.mark.parametrize("locked", ["games_words", "games_event"])
async def test_whoever_fails_to_enter_is_not_left_behind(site: Site, locked: str) -> None:
    """A query fails while somebody enters: they are gone then, and the process goes on looking after its tables."""
    (table,) = site.seed("solo-3")
    failed_before = site.said("web0").count("AttributeError")
    async with Tab(site.address(1, table["key"]), table["cookies"][1]) as other:
        await other.until("state")
        with site.connection() as connection:
            connection.execute(f"LOCK TABLE {locked}")
            with suppress(ConnectionClosed):
                async with Tab(site.address(0, table["key"]), table["cookies"][0]) as tab:
                    while True:
                        await tab.receive()
            log.info("%s locked: closed with %s", locked, tab.socket.close_code)
        await asyncio.sleep(4)  # a heartbeat that looks at everything
        async with Tab(site.address(0, table["key"]), table["cookies"][2]) as third:
            assert (await third.until("state"))["present"][0] is False
    assert site.said("web0").count("AttributeError") == failed_before
