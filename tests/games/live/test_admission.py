"""Who gets in, how much at once, and what happens to those who have been away."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async

from games.live.admission import TABLE_SOCKETS_PER_PLAYER
from games.live.live_server import live_server
from games.models import Match, Seat
from games.services.announcements import ChangeKind, MatchChange, announce
from games.services.leaving import table_leave
from games.services.tables import table_sit
from tests.games.builders import waiting_table
from tests.games.live.client import TableClient, until_listening
from tests.games.live.database import locked, until_waiting_for_a_lock
from tests.games.live.play import build, one_move, play, seated, whose_turn

pytestmark = pytest.mark.django_db(transaction=True)


async def away(match: Match, number: int) -> bool:
    return await Seat.objects.filter(match=match, number=number, away=True).aexists()


# --- Back again (ruling 27) ---


async def test_whoever_acts_again_has_the_chair_back():
    """Late three times in a row, but never gone: a bot has the chair until the next own action."""
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        acting = whose_turn(clients)
        number = acting.hello["seat"]
        await acting.say(type="ping")
        await acting.until("pong")  # whoever is answered has arrived
        await Seat.objects.filter(match=match, number=number).aupdate(away=True)
        announce(MatchChange(ChangeKind.TABLE, match.pk))
        await acting.until("hello")
        state = await acting.until("state")
        assert state["away"][number]
        await acting.act(acting.view["legal"][0], 0, "mine")
        await acting.until("done", id="mine", seq=1)
        assert acting.state["away"] == [False] * 3
    assert not await away(match, number)


async def test_a_return_is_noticed_where_nobody_knew_that_somebody_was_away():
    """Another process, or the worker, has given the chair to a bot."""
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as other:
        await other.until_seq(0)
        await Seat.objects.filter(match=match, number=1).aupdate(away=True)
        async with TableClient(match, players[1]) as back:
            await back.until("hello")
            await back.until("hello")  # the table as it is without the bot
            assert not await away(match, 1)


async def test_whoever_sits_down_while_connected_is_shown_as_connected():
    players = await build(2)
    match = await sync_to_async(waiting_table)("solo-3", players[0])
    async with TableClient(match, players[0]) as host, TableClient(match, players[1]) as guest:
        await host.until("present", present=[True, False, False])
        await guest.until("hello")
        await until_listening()
        await sync_to_async(table_sit)(match=match, player=players[1], number=2)
        announce(MatchChange(ChangeKind.TABLE, match.pk))
        await host.until("present", present=[True, False, True])


# --- Who may look ---


async def test_whoever_is_refused_leaves_no_table_behind():
    players = await build(3)
    match = await play(players, "solo-3", watching="nobody")
    async with TableClient(match) as stranger:
        assert await stranger.until_closed() == 4403
    assert live_server().tables.tables == {}


async def test_whoever_gets_up_from_a_table_that_only_players_see_sees_no_more():
    players = await build(2)
    match = await sync_to_async(waiting_table)("solo-3", players[0], watching="nobody")
    await sync_to_async(table_sit)(match=match, player=players[1], number=1)
    async with TableClient(match, players[1]) as client:
        await client.until("hello")
        await until_listening()
        await sync_to_async(table_leave)(match=match, player=players[1])
        announce(MatchChange(ChangeKind.TABLE, match.pk))
        assert await client.until_closed() == 4403


async def test_with_a_delay_nothing_tells_how_far_the_table_is():
    players = await build(3)
    match = await play(players, "solo-3", watching="delayed")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        watcher = await stack.enter_async_context(TableClient(match))
        await watcher.until("state")
        await one_move(clients)
        await clients[0].say(type="say", text="what a card")
        await clients[1].until("said")
        await watcher.say(type="ping")
        await clients[0].say(type="ping")
        seen, real = await watcher.until("pong"), await clients[0].until("pong")
        assert (seen["seq"], real["seq"]) == (0, 1)
        assert 59_000 < real["now"] - seen["now"] < 61_000
        assert 59_000 < clients[0].state["clock"]["now"] - watcher.state["clock"]["now"] < 61_000
        assert not any("what a card" in frame for frame in watcher.frames)


# --- How much ---


async def test_a_player_has_so_many_sockets_and_no_more_however_fast():
    """All of them come while the table is busy, so that none sits there yet when the next is counted."""
    (ada,) = await build(1)
    match = await sync_to_async(waiting_table)("solo-3", ada)
    async with AsyncExitStack() as stack:
        one = await stack.enter_async_context(TableClient(match, ada))
        await one.until("hello")
        async with locked("games_match"):
            number = TABLE_SOCKETS_PER_PLAYER + 3
            clients = [await stack.enter_async_context(TableClient(match, ada)) for _ in range(number)]
            await until_waiting_for_a_lock()
            await asyncio.sleep(0.3)
        first = [(await client.receive())["type"] for client in clients]
        assert sorted(first) == ["error"] * 4 + ["hello"] * (TABLE_SOCKETS_PER_PLAYER - 1)
    async with TableClient(match, ada) as again:
        await again.until("hello")


async def test_an_address_without_an_account_has_so_many_sockets_and_no_more(settings):
    """Players are not counted with it: they may sit in the same hall."""
    settings.SOCKETS_PER_ADDRESS = 2
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match) as one, TableClient(match) as other, TableClient(match, players[0]) as seated_here:
        for client in (one, other, seated_here):
            await client.until("hello")
        async with TableClient(match) as third:
            assert await third.until_closed() == 4429
        async with TableClient(match, address="192.0.2.7") as elsewhere:
            await elsewhere.until("hello")
    async with TableClient(match) as again:
        await again.until("hello")


async def test_behind_a_trusted_proxy_an_address_is_what_the_proxy_says(settings):
    settings.SOCKETS_PER_ADDRESS = 1
    match = await play(await build(3), "solo-3")
    told = {"address": "192.0.2.1", "forwarded": "203.0.113.9, 198.51.100.1"}
    async with TableClient(match, **told) as one:
        await one.until("hello")
        async with TableClient(match, **told | {"forwarded": "198.51.100.2"}) as same_line:
            assert await same_line.until_closed() == 4429
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
        async with (
            TableClient(match, **told) as first,
            TableClient(match, **told | {"forwarded": "198.51.100.2"}) as second,
        ):
            await first.until("hello")
            await second.until("hello")
            async with TableClient(match, **told | {"forwarded": "192.0.2.99, 198.51.100.2"}) as forged:
                assert await forged.until_closed() == 4429


async def test_whoever_talks_without_a_pause_is_asked_for_one():
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as client:
        await client.until_seq(0)
        for number in range(9):
            await client.say(type="say", text=f"word {number}")
        assert (await client.until("refused"))["code"] == "too-fast"
        await client.say(type="ping")
        await client.until("pong")


async def test_a_move_from_the_future_is_refused():
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        acting = whose_turn(await seated(stack, match, players))
        await acting.act(acting.view["legal"][0], 7, "too soon")
        assert (await acting.until("refused", id="too soon"))["code"] == "stale"
