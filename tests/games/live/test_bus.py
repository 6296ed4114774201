"""What a process hears of moves that another one has stored, and what it tells."""

import asyncio
import json
from collections.abc import Callable
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async
from redis.asyncio.client import PubSub
from redis.client import Monitor

from games.engine.clock import By
from games.engine.running import Move
from games.live.hub import Hub, hub
from games.models import Match
from games.selectors.matches import match_by_key, match_running
from games.services.announcements import CHANNEL, About, News, Shown, announce, bus, read
from games.services.clocks import now_in_milliseconds
from games.services.moves import Proposal, moves_commit
from tests.games.builders import people, playing_table
from tests.games.live.client import PATIENCE, TableClient, listeners, until_listening
from tests.games.live.ear import ear_on_the_bus
from tests.games.live.test_tables import one_move, seated, whose_turn
from tests.games.live.valve import Valve

pytestmark = pytest.mark.django_db(transaction=True)
SHOWN = Shown(
    '"since":1,"turn":2},"result":null,"events":[{"kind":"a wonder"}],"view":{"round":3,"trick":["A1"]',
    standing='"scores":["a guess"]',
    told=0,
    deadline=4,
)
OWN = {"seat", "hand", "legal", "discarded"}


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
def announced(match: Match, move: Move | None, shown: Shown | None = None) -> None:
    announce(News(About.MOVES, match.pk, move, shown))


@pytest.fixture
async def match():
    return await sync_to_async(lambda: playing_table(people(3), "solo-3"))()


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


async def seated_and_listening(client: TableClient) -> None:
    await client.until_seq(0)
    await until_listening()


def announcements_in(monitor: Monitor) -> list[str]:
    """What this site has told until now, besides that it is there. Other tests use the same server, on channels of
    their own."""
    bus().echo("until now")
    commands = iter(lambda: monitor.next_command()["command"], "ECHO until now")
    return [command for command in commands if command.startswith(f"PUBLISH {CHANNEL} ") and ',["' in command]


async def test_a_move_that_comes_over_the_bus_is_shown_without_asking_the_database(match, monkeypatch):
    async with TableClient(match) as client:
        await seated_and_listening(client)
        monkeypatch.setattr(hub().reads, "ask", None)
        move = await stored_elsewhere(match)
        await announced(match, move)
        state = await client.until_seq(1)
        assert [event["seat"] for event in state["events"]] == [move.seat]


async def test_what_came_with_a_move_is_sent_on_beside_what_is_ones_own(match):
    """Nobody works it out a second time: what is sent here could not have been worked out."""
    player = await sync_to_async(lambda: match.seats.get(number=0).player)()
    async with TableClient(match, player) as client:
        await seated_and_listening(client)
        await announced(match, await stored_elsewhere(match), SHOWN)
        state = await client.until_seq(1)
        running = await sync_to_async(lambda: match_running(match_by_key(match.key)))()
        known_here = {key: running.game.view(running.state, 0)[key] for key in {*OWN, "scores"}}
        assert state["view"] == {"round": 3, "trick": ["A1"]} | json.loads(json.dumps(known_here))
        assert state["clock"] == {"since": 1, "turn": 2, "now": state["clock"]["now"]}
        assert state["events"] == [{"kind": "a wonder"}]
        assert abs(state["clock"]["now"] - now_in_milliseconds()) < PATIENCE * 1000
        await client.say(type="act", id="x", seq=0, action="nonsense")  # a fresh state follows, worked out here
        assert (await client.until("state"))["view"] == json.loads(json.dumps(running.game.view(running.state, 0)))


async def test_how_everyone_stands_is_heard_once_a_round_and_known_until_the_next(match):
    """And worked out where it was not heard."""
    async with TableClient(match) as client:
        await seated_and_listening(client)
        for standing in ("", "", SHOWN.standing, "", "", ""):
            await announced(match, await stored_elsewhere(match), SHOWN._replace(standing=standing))
        told = [(await client.until_seq(seq))["view"]["scores"] for seq in range(1, 7)]
        assert told[2:5] == [["a guess"]] * 3
        assert [[side["cards"] for side in scores] for scores in told[:2]] == [[0, 0, 0]] * 2
        assert sum(side["cards"] for side in told[5]) == 8  # two rounds of three cards and a trump


async def test_whoever_missed_what_had_happened_before_is_told_of_it_too(match):
    """What came with a move tells of that move alone."""
    async with TableClient(match) as client:
        await seated_and_listening(client)
        first = await stored_elsewhere(match)
        (socket,) = hub().tables[match.pk].sockets
        await announced(match, first)
        await client.until_seq(1)
        socket.told = 0
        await announced(match, await stored_elsewhere(match), SHOWN._replace(told=1))
        state = await client.until_seq(2)
        assert [event["kind"] for event in state["events"]] == ["card", "card"]


async def test_what_came_with_a_move_is_left_when_another_was_missed(match):
    async with TableClient(match) as client:
        await seated_and_listening(client)
        await stored_elsewhere(match)
        await announced(match, await stored_elsewhere(match), SHOWN)
        state = await client.until_seq(2)
        assert state["view"].keys() > {"round", "trick", "pile", "hands"}


@pytest.mark.parametrize("mode", ["solo-3", "pairs-6"])
async def test_with_a_move_made_in_the_open_crosses_what_a_passer_by_sees_and_no_more(mode):
    players = await sync_to_async(people)(int(mode[-1]))
    match = await sync_to_async(playing_table)(players, mode)
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        watcher = await stack.enter_async_context(TableClient(match))
        await watcher.until_seq(0)
        ear = await stack.enter_async_context(ear_on_the_bus())
        secret, standing = 0, {"scores": watcher.view["scores"]}
        while not clients[0].state["result"]:
            in_the_open = whose_turn(clients).view["round"] > 0
            seq = await one_move(clients)
            await watcher.until_seq(seq)
            news = await next_move_on(ear)
            if in_the_open:
                assert news.move.seq == seq
                shown = json.loads(f'{{"clock":{{{news.shown.text}}}}}')
                clock = shown["clock"]
                assert shown.keys() == {"clock", "result", "events", "view"}
                assert clock.keys() == {"since", "turn", "banks", "deadlines"}
                assert news.shown.deadline == min((one for one in clock["deadlines"] if one), default=None)
                if news.shown.standing:
                    standing = json.loads(f"{{{news.shown.standing}}}")
                view = shown["view"] | standing
                assert view == without(await seen_by_a_passer_by(match), OWN) == without(watcher.view, OWN)
                assert clock == without(watcher.state["clock"], {"now"})
                assert (shown["result"], shown["events"]) == (watcher.state["result"], watcher.state["events"])
            else:
                secret += 1
                assert news == News(About.MOVES, match.pk)
        assert secret == (3 if mode == "pairs-6" else 0)


async def next_move_on(ear: PubSub) -> News:
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await ear.get_message(timeout=1)
            for news in read(message["data"]) if message else []:
                if news.about is About.MOVES:
                    return news


@sync_to_async
def seen_by_a_passer_by(match: Match) -> dict[str, object]:
    """From the database, as it reads after JSON."""
    running = match_running(match_by_key(match.key))
    view: dict[str, object] = json.loads(json.dumps(running.game.view(running.state, None)))
    return view


def without(values: dict[str, object], keys: set[str]) -> dict[str, object]:
    return {key: value for key, value in values.items() if key not in keys}


async def test_a_look_at_the_database_that_takes_long_keeps_nobody_from_hearing(match, monkeypatch):
    """And the line is not given up for it."""
    is_answered = asyncio.Event()

    async def look_for_long(hub: Hub) -> None:
        await is_answered.wait()

    monkeypatch.setattr(Hub, "resync", look_for_long)
    async with TableClient(match) as client:
        await seated_and_listening(client)
        line = hub().bus.line
        hub().bus.look_who_listens()
        await announced(match, await stored_elsewhere(match))
        await client.until_seq(1)
        hub().bus.look_who_listens()
        assert hub().bus.line is line
        is_answered.set()


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


async def test_what_cannot_be_played_on_at_one_table_is_kept_from_the_others(match):
    other = await sync_to_async(lambda: playing_table([seat.player for seat in match.seats.all()], "solo-3"))()
    async with TableClient(match) as here, TableClient(other) as there:
        await here.until_seq(0)
        await seated_and_listening(there)
        move = await stored_elsewhere(other)
        impossible = move._replace(seq=1, action="pass")
        await sync_to_async(announce)(News(About.MOVES, match.pk, impossible), News(About.MOVES, other.pk, move))
        await there.until_seq(1)
        await announced(match, await stored_elsewhere(match))
        await here.until_seq(1)


async def test_a_process_that_is_alone_announces_nothing_until_another_listens(match):
    players = await sync_to_async(lambda: [seat.player for seat in match.seats.order_by("number")])()
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        await until(lambda: hub().bus.is_alone)
        with bus().monitor() as monitor:
            await one_move(clients)
            await one_move(clients)  # by now the first would have been told of
            assert announcements_in(monitor) == []
        async with ear_on_the_bus() as ear:
            with bus().monitor() as monitor:
                await one_move(clients)
                await next_move_on(ear)
                assert announcements_in(monitor)
            hub().bus.look_who_listens()
            await heard_by(ear)
            assert not hub().bus.is_alone
        await until(lambda: listeners() == 1)
        hub().bus.look_who_listens()
        await until(lambda: hub().bus.is_alone)


async def heard_by(ear: PubSub) -> None:
    """Whatever was said last; those who said it hear it too."""
    async with asyncio.timeout(PATIENCE):
        while await ear.get_message(timeout=0.1):
            pass


async def test_a_bus_that_does_not_answer_is_given_up_and_nobody_thinks_themselves_alone_meanwhile(match, settings):
    bus()  # those who announce from elsewhere keep their own way
    async with Valve(settings.REDIS_URL) as valve:
        settings.REDIS_URL = valve.url
        async with TableClient(match) as client:
            await client.until_seq(0)
            await until(lambda: hub().bus.is_alone)
            valve.is_open = False
            line = hub().bus.line
            hub().bus.look_who_listens()
            await asyncio.sleep(0.1)
            assert hub().bus.line is line, "it was asked only now"
            hub().bus.look_who_listens()
            await until(lambda: hub().bus.line is not line)
            assert not hub().bus.is_alone
            valve.is_open = True
            await until(lambda: hub().bus.is_alone)
            await announced(match, await stored_elsewhere(match))
            await client.until_seq(1)


async def test_many_moves_that_cross_the_bus_together_arrive_whole(match):
    """An announcement may be larger than what the network brings at once."""
    shown = SHOWN._replace(text=f'{SHOWN.text},"padding":"{"x" * 3_000_000}"')
    async with TableClient(match) as client:
        await seated_and_listening(client)
        await announced(match, await stored_elsewhere(match), shown)
        state = await client.until_seq(1)
        assert len(state["view"]["padding"]) == 3_000_000
