"""Live tables while parts of the site are killed. Two web processes, the players of every table spread over both."""

import asyncio
import time
from contextlib import AsyncExitStack, suppress
from itertools import chain
from typing import Any
from uuid import uuid4

import psutil
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.faults.games import GAME_TIMEOUT_SECONDS, MANY_TABLES, Games, Table, log, play_through
from tests.faults.player import Tab
from tests.faults.site import ORIGIN, Site

pytestmark = pytest.mark.faults
few_and_many = pytest.mark.parametrize("tables", [3, pytest.param(MANY_TABLES, marks=pytest.mark.long)])


# --- Something is killed in mid-game ---


@few_and_many
async def test_a_web_process_is_killed(site: Site, tables: int) -> None:
    def fault() -> None:
        site.kill_web(0)
        time.sleep(1)
        site.start_webs([0])

    await play_through(site, "web", fault, tables)


@few_and_many
async def test_the_bus_is_killed(site: Site, tables: int) -> None:
    def fault() -> None:
        site.kill_bus()
        time.sleep(1)
        site.start_bus()

    await play_through(site, "bus", fault, tables)
    await everyone_listens(site)


async def everyone_listens(site: Site) -> None:
    """Every web process has come back to the bus."""
    async with asyncio.timeout(20):
        while await asyncio.to_thread(site.listeners) < len(site.ports):
            await asyncio.sleep(0.2)


@few_and_many
async def test_the_database_is_killed(site: Site, tables: int) -> None:
    def fault() -> None:
        site.kill_database()
        time.sleep(1)
        site.start_database()

    await play_through(site, "database", fault, tables)


@few_and_many
async def test_the_worker_is_killed(site: Site, tables: int) -> None:
    """It is only a backstop: nobody at a table notices. Started again, it acts at tables that nobody looks at."""
    site.start_worker()
    await play_through(site, "worker", site.kill_worker, tables)
    (overdue,) = site.seed("solo-3", left=-1)
    site.start_worker()
    try:
        async with asyncio.timeout(60):
            while not site.query("SELECT FROM games_event WHERE match_id = %s AND by = 'clock'", overdue["match"]):
                await asyncio.sleep(0.3)
    finally:
        site.kill_worker()


@few_and_many
async def test_both_web_processes_are_replaced_one_after_the_other(site: Site, tables: int) -> None:
    """Everyone is told, and moves over before the process ends."""

    def fault() -> None:
        for number in range(len(site.ports)):
            site.leave_web(number)
            site.start_webs([number])

    games = await play_through(site, "rolling restart", fault, tables)
    assert set(games.lost()) == {"moved over"}


# --- Races ---


async def test_two_tabs_act_at_once_and_one_is_taken(site: Site) -> None:
    """Different moves of the same player, on two processes: one stands, the other is told that it came too late."""
    (table,) = site.seed("solo-3")
    for seq in range(8):
        answers = await both_tabs_act(site, table, str(uuid4()), str(uuid4()))
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        assert [answer["code"] for answer in answers if answer["type"] == "refused"] == ["stale"]
        assert site.query("SELECT seq FROM games_match WHERE id = %s", table["match"]) == [(seq + 1,)]


async def test_the_same_action_twice_on_two_processes_is_one_event(site: Site) -> None:
    (table,) = site.seed("solo-3")
    for seq in range(8):
        own = str(uuid4())
        answers = await both_tabs_act(site, table, own, own)
        assert [(answer["type"], answer.get("seq")) for answer in answers] == [("done", seq + 1)] * 2
        found = site.query("SELECT seq FROM games_event WHERE match_id = %s AND client_id = %s", table["match"], own)
        assert found == [(seq + 1,)]


async def both_tabs_act(site: Site, table: Table, *ids: str) -> list[dict[str, Any]]:
    """Whoever is to act does so in two tabs, which are at two processes."""
    for cookie in table["cookies"]:
        async with Tab(site.address(0, table["key"]), cookie) as one, Tab(site.address(1, table["key"]), cookie) as two:
            await one.until("state")
            await two.until("state")
            if one.legal:
                choices = zip((one, two), (one.legal[0], two.legal[-1]), ids, strict=True)
                await asyncio.gather(*(tab.act(action, tab.state["seq"], own) for tab, action, own in choices))
                return list(await asyncio.gather(one.answer_to(ids[0]), two.answer_to(ids[1])))
    raise AssertionError("nobody is to act")


# --- The same at every process ---


@pytest.mark.parametrize("mode", ["solo-3", "pairs-4", "pairs-6"])
async def test_a_seat_is_told_the_same_by_every_process(site: Site, mode: str) -> None:
    """A whole game, in which everyone, and somebody who watches, has a tab at each process. Each stores half the moves,
    and hears of the others."""
    (table,) = site.seed(mode)
    await everyone_listens(site)
    async with AsyncExitStack() as stack:
        tabs = [
            [await stack.enter_async_context(Tab(site.address(web, table["key"]), cookie)) for web in range(2)]
            for cookie in (*table["cookies"], "")
        ]
        for tab in chain.from_iterable(tabs):
            await tab.until_seq(0)
        for tab in chain.from_iterable(tabs[:-1]):
            await tab.until("present", present=[True] * len(table["cookies"]))
        seq = 0
        while tabs[0][0].state["result"] is None:
            acting = next(pair for pair in tabs if pair[0].legal)[seq % 2]
            await acting.act(acting.legal[0], seq, str(seq))
            seq += 1
            for one, two in tabs:
                assert told(await one.until_seq(seq)) == told(await two.until_seq(seq))
    assert seq > 20


def told(state: dict[str, Any]) -> dict[str, Any]:
    """A state without the time at which it was told."""
    return state | {"clock": {key: value for key, value in state["clock"].items() if key != "now"}}


# --- Sockets ---


async def test_a_silent_socket_stays_open(site: Site) -> None:
    (table,) = site.seed("solo-3")
    async with Tab(site.address(0, table["key"]), table["cookies"][0]) as tab:
        await tab.until("state")
        await asyncio.sleep(12)
        await tab.say(type="ping")
        await tab.until("pong")


async def test_a_flood_is_closed_and_disturbs_nobody(site: Site) -> None:
    flooded, other = site.seed("solo-3", "solo-3")
    async with (
        Tab(site.address(0, flooded["key"]), flooded["cookies"][0]) as flooder,
        Tab(site.address(0, other["key"]), other["cookies"][0]) as calm,
    ):
        await flooder.until("state")
        await calm.until("state")
        began_at = time.monotonic()
        flood = asyncio.create_task(pour(flooder, 400))
        await calm.say(type="ping")
        await calm.until("pong")
        answered_after = time.monotonic() - began_at
        code = await flood
        log.info("flood: closed after %.2f s, ping took %.3f s", time.monotonic() - began_at, answered_after)
        assert code == 4429
        assert answered_after < 1


async def pour(tab: Tab, frames: int) -> int:
    """Frames without a pause; returns the code with which the socket was closed."""
    try:
        for _ in range(frames):
            await tab.say(type="ping")
        while True:
            await tab.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


@pytest.mark.long
async def test_memory_is_given_back_after_a_flood(site: Site) -> None:
    """From sockets that send on, whatever they are told; the first two floods are what any process grows by."""
    (table,) = site.seed("solo-3")
    web = psutil.Process(site.parts["web0"].pid)
    for _ in range(2):
        await flood_by_the_deaf(site, table["key"])
    before = web.memory_info().rss
    for _ in range(3):
        await flood_by_the_deaf(site, table["key"])
    after = web.memory_info().rss
    log.info("flood: %d MB before, %d MB after", before // 2**20, after // 2**20)
    assert after < before * 1.1


async def flood_by_the_deaf(site: Site, key: str) -> None:
    """Ninety of them at once; then a moment in which the server finds that they have gone."""
    await asyncio.gather(*(pour_deaf(site.ports[0], f"/ws/tables/{key}/") for _ in range(90)))
    await asyncio.sleep(2)


async def pour_deaf(port: int, path: str) -> None:
    """Frames of 4 KB for as long as the line holds, at most 1,000: the server's close is not even read."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    lines = [
        f"GET {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Origin: {ORIGIN}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    ]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    await reader.readuntil(b"\r\n\r\n")
    frame = b"\x81\xfe" + (4000).to_bytes(2, "big") + bytes(4) + b"x" * 4000  # text, masked by zeros
    with suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(8):
            for _ in range(1000):
                writer.write(frame)
                await writer.drain()
    writer.close()


async def test_a_frame_that_is_too_long_is_told_so(site: Site) -> None:
    (table,) = site.seed("solo-3")
    async with Tab(site.address(0, table["key"]), table["cookies"][0]) as tab:
        await tab.until("state")
        await tab.socket.send("x" * (16 * 1024 + 1))
        await tab.socket.wait_closed()
        assert tab.socket.close_code == 1009


@pytest.mark.parametrize(
    "origin", ["https://127.0.0.1", "http://elsewhere.example", "http://127.0.0.1.example", "null"]
)
async def test_a_foreign_origin_is_refused(site: Site, origin: str) -> None:
    (table,) = site.seed("solo-3")
    with pytest.raises(InvalidStatus) as refusal:
        await Tab(site.address(0, table["key"]), table["cookies"][0], origin).__aenter__()
    assert refusal.value.response.status_code == 403


async def test_a_slow_query_at_one_table_stops_no_other(site: Site) -> None:
    (slow,) = site.seed("solo-3")
    games = Games(site, site.seed("solo-3", "solo-3"))
    async with Tab(site.address(0, slow["key"]), slow["cookies"][0]) as tab, asyncio.timeout(GAME_TIMEOUT_SECONDS):
        await tab.until("state")
        await games.go_on(3)
        with site.connection() as connection:
            connection.execute("LOCK TABLE games_words")
            await tab.say(type="emote", emote="hello")
            began_at = time.monotonic()
            await games.go_on(6)
            log.info("slow query: 6 moves at each other table in %.1f s", time.monotonic() - began_at)
            assert site.query("SELECT FROM pg_locks WHERE NOT granted"), "the slow one still waits"
        assert (await tab.until("said"))["emote"] == "hello"
        await games.end()
    games.check()
