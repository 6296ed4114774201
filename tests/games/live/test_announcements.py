"""Announcements between web processes: what a process hears of moves that another one has stored, and what it sends."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from redis.asyncio import Redis

from config.embedded import Embedded
from games.engine.clock import By
from games.engine.running import Move
from games.models import Match
from games.selectors.matches import match_by_key, match_running
from games.services.announcements import (
    MATCHES_GROUP,
    MATCHES_LAYER,
    ChangeKind,
    MatchChange,
    announce,
    changes_in,
    matches_changed,
)
from games.services.clocks import now_in_milliseconds
from games.services.moves import Proposal, moves_commit
from tests.faults.site import kill_server
from tests.games.builders import people, playing_table
from tests.games.live.client import TableClient, until_listening
from tests.games.live.database import locked, until_waiting_for_a_lock
from tests.games.live.play import one_move, seated, whose_turn
from tests.layers import TIMEOUT_SECONDS, GroupListener, channel_of_group, group_listener, use_layer_at
from tests.valve import Valve

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_reconciliation")]


@sync_to_async
def stored_elsewhere(match: Match) -> Move:
    """Store a move as another process would."""
    running = match_running(match_by_key(match.key))
    (seat,) = running.game.to_act(running.state)
    action = running.game.write(running.game.legal(running.state, seat)[0])
    step = running.step(seat, action, By.PLAYER, now_in_milliseconds())
    assert moves_commit([Proposal(match.pk, step)])
    return step.move


async def announced(match: Match, move: Move | None) -> None:
    announce(MatchChange(ChangeKind.MOVES, match.pk, move))


@pytest.fixture
async def match():
    return await sync_to_async(lambda: playing_table(people(3), "solo-3"))()


async def seated_and_listening(client: TableClient) -> None:
    await client.until_seq(0)
    await until_listening()


# --- What is heard ---


async def test_a_move_that_is_heard_is_shown_without_asking_the_database(match):
    async with TableClient(match) as client:
        await seated_and_listening(client)
        move = await stored_elsewhere(match)
        async with locked("games_match", "games_event"):
            await announced(match, move)
            state = await client.until_seq(1)
        assert [event["seat"] for event in state["events"]] == [move.seat]


async def test_a_process_that_hears_a_game_shows_every_view_as_the_database_has_it(match):
    """Nobody plays here: every move comes over the bus and is replayed."""
    player = await sync_to_async(lambda: match.seats.get(number=0).player)()
    async with TableClient(match, player) as client:
        await seated_and_listening(client)
        for seq in range(1, 8):
            await announced(match, await stored_elsewhere(match))
            await client.until_seq(seq)
            async with TableClient(match, player) as later:
                await later.until_seq(seq)
                assert (later.view, later.state["result"]) == (client.view, client.state["result"])


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
            await asyncio.sleep(0.05)  # each in a message of its own
        await client.until_seq(2)
        await client.say(type="ping")
        await client.until("pong")
        states = [frame for frame in client.frames if frame.startswith('{"type":"state"')]
        assert len(states) == 3


async def test_many_changes_in_one_message_arrive_whole(match):
    async with TableClient(match) as client:
        await seated_and_listening(client)
        move = await stored_elsewhere(match)
        others = [MatchChange(ChangeKind.MOVES, 10_000_000 + number, move) for number in range(20_000)]
        announce(*others, MatchChange(ChangeKind.MOVES, match.pk, move))
        await client.until_seq(1)


@pytest.mark.parametrize(
    "nonsense",
    [
        None,
        "",
        [],
        {},
        {"type": "matches.moved"},
        {"type": "matches.changed", "layout": 2, "changes": "all"},
        {"type": "matches.changed", "layout": 1},
        {**matches_changed([]), "changes": [[]]},
        {**matches_changed([]), "changes": [["moves"]]},
        {**matches_changed([]), "changes": [["moves", "?", 1]]},
        {**matches_changed([]), "probe": "x", "origin": 7},
    ],
)
async def test_a_message_that_makes_no_sense_makes_nobody_deaf(match, nonsense):
    async with TableClient(match) as client:
        await seated_and_listening(client)
        await get_channel_layer(MATCHES_LAYER).group_send(MATCHES_GROUP, nonsense)
        await announced(match, await stored_elsewhere(match))
        await client.until_seq(1)


async def test_a_message_that_cannot_be_read_makes_nobody_deaf(match, settings):
    async with TableClient(match) as client, Redis.from_url(settings.REDIS_URL) as redis:
        await seated_and_listening(client)
        assert await redis.publish(channel_of_group(MATCHES_LAYER, MATCHES_GROUP), b"\xc1 no MessagePack")
        await announced(match, await stored_elsewhere(match))
        await client.until_seq(1)


async def test_a_move_that_cannot_be_replayed_at_one_table_is_kept_from_the_others(match):
    other = await sync_to_async(lambda: playing_table([seat.player for seat in match.seats.all()], "solo-3"))()
    async with TableClient(match) as here, TableClient(other) as there:
        await here.until_seq(0)
        await seated_and_listening(there)
        move = await stored_elsewhere(other)
        impossible = move._replace(seq=1, action="pass")
        announce(MatchChange(ChangeKind.MOVES, match.pk, impossible), MatchChange(ChangeKind.MOVES, other.pk, move))
        await there.until_seq(1)
        await announced(match, await stored_elsewhere(match))
        await here.until_seq(1)


async def test_a_slow_comparison_with_the_database_keeps_nobody_from_hearing(match, monkeypatch):
    monkeypatch.setattr("games.live.live_server.RECONCILE_INTERVAL_SECONDS", 0.05)
    async with TableClient(match) as client:
        await seated_and_listening(client)
        move = await stored_elsewhere(match)
        async with locked("games_match"):
            await until_waiting_for_a_lock()
            await announced(match, move)
            await client.until_seq(1)


async def test_a_move_that_is_heard_a_little_late_is_no_reason_to_load_the_table_again(match, monkeypatch):
    monkeypatch.setattr("games.live.live_server.RECONCILE_INTERVAL_SECONDS", 0.0)
    monkeypatch.setattr("games.live.reconciler.ANNOUNCEMENT_DELAY_SECONDS", 2.0)
    async with TableClient(match) as client:
        await seated_and_listening(client)
        client.frames.clear()
        for seq in range(1, 4):
            move = await stored_elsewhere(match)
            await asyncio.sleep(0.1)  # in which the comparison finds the table behind
            await announced(match, move)
            await client.until_seq(seq)
        assert not any('"type":"hello"' in frame for frame in client.frames)


# --- What is sent ---


@pytest.mark.parametrize("mode", ["solo-3", "pairs-6"])
async def test_a_move_made_in_the_open_is_announced_and_of_a_secret_one_only_that_it_was_made(mode):
    players = await sync_to_async(people)(int(mode[-1]))
    match = await sync_to_async(playing_table)(players, mode)
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        listener = await stack.enter_async_context(group_listener(MATCHES_LAYER, MATCHES_GROUP))
        secret_moves = 0
        while not clients[0].state["result"]:
            acting = whose_turn(clients)
            in_the_open, action = acting.view["round"] > 0, acting.view["legal"][0]
            seq = await one_move(clients)
            move = await next_move_heard(listener)
            if in_the_open:
                assert (move.seq, move.seat, move.action, move.by) == (seq, acting.hello["seat"], action, By.PLAYER)
            else:
                secret_moves += 1
                assert move is None
        assert secret_moves == (3 if mode == "pairs-6" else 0)


async def next_move_heard(listener: GroupListener) -> Move | None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            while not listener.heard:
                await asyncio.sleep(0.005)
            for kind, _, move in changes_in(listener.heard.pop(0)):
                if kind is ChangeKind.MOVES:
                    return move


# --- A bus that hangs, or is gone ---


async def test_moves_go_on_while_the_bus_hangs_and_are_heard_again_afterwards(match, settings, monkeypatch):
    """Probes stay away, so the connections are made anew although they still look alive."""
    monkeypatch.setattr("games.live.announcements.PROBE_INTERVAL_SECONDS", 0.1)
    monkeypatch.setattr("games.live.announcements.PROBE_TIMEOUT_SECONDS", 0.5)
    monkeypatch.setattr("games.live.group_member.RETRY_SECONDS", 0.0)
    players = await sync_to_async(lambda: [seat.player for seat in match.seats.order_by("number")])()
    async with Valve(settings.REDIS_URL) as valve, AsyncExitStack() as stack:
        use_layer_at(settings, valve.url, MATCHES_LAYER)
        clients = await seated(stack, match, players)
        await until_listening()
        valve.is_open = False
        for _ in range(3):
            await one_move(clients)
        missed = await stored_elsewhere(match)
        await asyncio.sleep(1)
        valve.is_open = True
        for client in clients:  # nobody announces that move any more: the first probe that comes back finds it
            await client.until_seq(missed.seq)
        await announced(match, await stored_elsewhere(match))
        for client in clients:
            await client.until_seq(missed.seq + 1)


@pytest.mark.faults
async def test_when_the_bus_has_been_killed_tables_converge_and_hear_again(match, settings, monkeypatch, tmp_path):
    monkeypatch.setattr("games.live.announcements.PROBE_INTERVAL_SECONDS", 0.2)
    monkeypatch.setattr("games.live.announcements.PROBE_TIMEOUT_SECONDS", 2.0)
    own = Embedded(tmp_path / "home")
    await asyncio.to_thread(own.start, [own.valkey], durable=False)
    try:
        use_layer_at(settings, own.redis_url, MATCHES_LAYER)
        async with TableClient(match) as client:
            await client.until_seq(0)
            await until_listening(own.redis_url)
            await asyncio.to_thread(kill_server, own.valkey)
            await announced(match, await stored_elsewhere(match))  # which nobody hears
            await asyncio.to_thread(own.start, [own.valkey], durable=False)
            await client.until_seq(1)
            await until_listening(own.redis_url)
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while client.state["seq"] < 2:
                    await announced(match, await stored_elsewhere(match))
                    await client.until("state")
    finally:
        await asyncio.to_thread(own.stop)
