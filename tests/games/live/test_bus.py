"""What a process hears of moves that another one has stored, and what it tells."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async
from redis.asyncio import Redis

from games.engine.clock import By
from games.engine.running import Move
from games.live.hub import Hub, hub
from games.models import Match
from games.selectors.matches import match_by_key, match_running
from games.services.announcements import CHANNEL, About, News, announce, bus, channel_of, read, written
from games.services.clocks import now_in_milliseconds
from games.services.moves import Proposal, moves_commit
from tests.games.builders import people, playing_table
from tests.games.live.client import PATIENCE, TableClient
from tests.games.live.ear import ear_on_the_bus
from tests.games.live.test_tables import one_move, seated

pytestmark = pytest.mark.django_db(transaction=True)
MOVE = Move(3, 1, "play A1", By.CLOCK, 1_700_000_000_000, 1500, "")


@pytest.fixture(autouse=True)
def _only_the_bus(monkeypatch):
    """No look at the database finds out before the bus has said so."""

    async def look_away(hub: Hub) -> None:
        pass

    monkeypatch.setattr(Hub, "resync", look_away)


@sync_to_async
def stored_elsewhere(match: Match) -> Move:
    """A move that another process stores, as far as this one can see."""
    running = match_running(match_by_key(match.key))
    (seat,) = running.game.to_act(running.state)
    action = running.game.write(running.game.legal(running.state, seat)[0])
    step = running.step(seat, action, By.PLAYER, now_in_milliseconds())
    assert moves_commit([Proposal(match.pk, step)])
    return step.move


@sync_to_async
def announced(match: Match, move: Move | None) -> None:
    announce(News(About.MOVES, match.pk, move))


@pytest.fixture
async def match():
    return await sync_to_async(lambda: playing_table(people(3), "solo-3"))()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def seated_and_listening(client: TableClient) -> None:
    """Whatever is announced before this process listens, only a look at the database would find."""
    await client.until_seq(0)
    await until(lambda: listeners() == 1)


def listeners() -> int:
    return int(bus().pubsub_numsub(CHANNEL)[0][1])


def announcements_so_far() -> int:
    return int(bus().info("commandstats").get("cmdstat_publish", {"calls": 0})["calls"])


async def test_a_move_that_comes_over_the_bus_is_shown_without_asking_the_database(match, monkeypatch):
    async with TableClient(match) as client:
        await seated_and_listening(client)
        monkeypatch.setattr(hub().reads, "ask", None)
        move = await stored_elsewhere(match)
        await announced(match, move)
        state = await client.until_seq(1)
        assert [event["seat"] for event in state["events"]] == [move.seat]


async def test_a_move_that_was_missed_is_read_with_the_next(match):
    async with TableClient(match) as client:
        await seated_and_listening(client)
        await stored_elsewhere(match)
        await announced(match, await stored_elsewhere(match))
        state = await client.until_seq(2)
        assert (state["seq"], len(state["events"])) == (2, 2)


async def test_a_move_heard_twice_is_shown_once(match):
    async with TableClient(match) as client:
        await seated_and_listening(client)
        first, second = await stored_elsewhere(match), await stored_elsewhere(match)
        for move in (first, first, second, first, None):
            await announced(match, move)
        await client.until_seq(2)
        await client.say(type="ping")
        await client.until("pong")
        states = [frame for frame in client.frames if frame.startswith('{"type":"state"')]
        assert len(states) == 3


async def test_nonsense_on_the_bus_makes_nobody_deaf(match):
    async with TableClient(match) as client:
        await seated_and_listening(client)
        for nonsense in ("", "123-abc m12", "[]", "{}", '["-",["?",1],["m"]]', f'["-",["m",{match.pk},1]]'):
            bus().publish(CHANNEL, nonsense)
        await announced(match, await stored_elsewhere(match))
        await client.until_seq(1)


async def test_a_process_that_is_alone_announces_nothing_until_another_listens(match):
    players = await sync_to_async(lambda: [seat.player for seat in match.seats.order_by("number")])()
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        await until(lambda: hub().bus.is_alone)
        before = announcements_so_far()
        await one_move(clients)
        assert announcements_so_far() == before
        async with ear_on_the_bus() as ear:
            await one_move(clients)
            async with asyncio.timeout(PATIENCE):
                while not (heard := await ear.get_message(timeout=1)) or b'"m"' not in heard["data"]:
                    continue
            await hub().bus.look_who_listens()
            assert not hub().bus.is_alone
        await until(lambda: listeners() == 1)
        await hub().bus.look_who_listens()
        assert hub().bus.is_alone


async def test_while_the_bus_does_not_answer_a_process_does_not_think_itself_alone(match, monkeypatch):
    async with TableClient(match) as client:
        await client.until_seq(0)
        await until(lambda: hub().bus.is_alone)
        monkeypatch.setattr(hub().bus, "redis", Redis(host="127.0.0.1", port=1))
        await hub().bus.look_who_listens()
        assert not hub().bus.is_alone


def test_what_is_written_can_be_read():
    news = [News(About.MOVES, 7, MOVE), News(About.MOVES, 8), News(About.TABLE, 9)]
    assert read(written(news, "me")) == news


def test_what_a_later_version_says_is_left_out_or_looked_up():
    assert read(b'["me",["?",7],["m",8,1,2,3,4,5,6,7,8]]') == [News(About.MOVES, 8)]


def test_two_sites_on_one_server_do_not_hear_each_other():
    channels = {channel_of(f"redis://:x@127.0.0.1:6379/{database}") for database in ("", "1", "2")}
    assert len(channels) == 3
