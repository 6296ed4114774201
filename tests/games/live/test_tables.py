"""Live tables over sockets: playing, refusing, coming back, watching."""

import asyncio
import json
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db.models import F

from games.models import Event, Match, Seat
from games.selectors.matches import moment
from games.services.announcements import MATCHES_LAYER, ChangeKind, MatchChange, announce
from games.services.clocks import now_in_milliseconds
from games.services.tables import table_ready, table_sit
from players.services.tokens import token_create
from tests.games.builders import bot_table, waiting_table
from tests.games.live.client import TableClient
from tests.games.live.play import build, one_move, play, seated, whose_turn
from tests.layers import use_layer_at
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_whole_game_is_played_and_everyone_sees_the_same_end():
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        while not clients[0].state["result"]:
            await one_move(clients)
        results = [client.state["result"] for client in clients]
        seq = clients[0].state["seq"]
    found = await Match.objects.aget(pk=match.pk)
    assert results == [found.result] * 3
    assert found.status == "finished"
    assert found.seq == seq == await Event.objects.acount()


async def test_hello_says_who_sits_where_and_what_is_played():
    players = await build(4)
    match = await play(players, "pairs-4")
    async with TableClient(match, players[2]) as client:
        hello = await client.until("hello")
        assert (hello["protocol"], hello["status"], hello["seat"]) == (1, "playing", 2)
        assert [seat["name"] for seat in hello["seats"]] == [one.name for one in players]
        assert hello["sides"] == [[0, 2], [1, 3]]
        assert hello["commitment"] == match.commitment
        # In the deck "double", A10 shows Nobles twice, and a joker no guild.
        assert hello["cards"]["A10"] == ["Nobles", 2]
        assert "A1" not in hello["cards"]


async def test_what_cannot_be_is_refused_with_a_code_and_stores_nothing():
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        acting = whose_turn(clients)
        other = next(client for client in clients if client is not acting)
        await other.act("pass", 0, "a")
        assert (await other.until("refused", id="a"))["code"] == "not-your-turn"
        await acting.act("play Z9", 0, "b")
        assert (await acting.until("refused", id="b"))["code"] == "not-an-action"
        await acting.act("pass", 0, "c")
        assert (await acting.until("refused", id="c"))["code"] == "not-legal"
        assert not await Event.objects.aexists()


async def test_the_same_id_twice_gets_the_same_answer_and_one_move():
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        acting = whose_turn(clients)
        for _ in range(3):
            await acting.act(acting.view["legal"][0], 0, "once")
        for _ in range(3):
            await acting.until("done", id="once", seq=1)
        assert await Event.objects.acount() == 1


async def test_whoever_is_just_leaving_keeps_nothing_from_the_others():
    """Between the farewell of a browser and the end of its connection a server may refuse what is sent to it."""
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        leaving = next(client for client in clients if not client.view["legal"])
        leaving.is_closing = True
        assert await one_move([client for client in clients if client is not leaving]) == 1


async def test_a_stale_action_is_refused_and_gets_the_fresh_state():
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        first = whose_turn(clients)
        for _ in range(3):
            await one_move(clients)
        again = whose_turn(clients)
        await again.act(again.view["legal"][0], 0, "late")
        assert (await again.until("refused", id="late"))["code"] == "stale"
        assert (await again.until("state"))["seq"] == 3
        assert await Event.objects.acount() == 3
        assert first.state["seq"] == 3


async def test_two_tabs_play_at_once_and_one_move_stands():
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        acting = whose_turn(clients)
        tab = await stack.enter_async_context(TableClient(match, acting.player))
        await tab.until_seq(0)
        await acting.act(acting.view["legal"][0], 0, "one")
        await tab.act(tab.view["legal"][1], 0, "two")
        await acting.until_seq(1)
        await tab.until_seq(1)
        assert await Event.objects.acount() == 1
        assert acting.view == tab.view


async def test_whoever_comes_back_sees_the_table_as_it_is():
    players = await build(4)
    match = await play(players, "solo-4")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        for _ in range(5):
            await one_move(clients)
        async with TableClient(match, players[1]) as phone:
            await phone.until_seq(5)
            assert phone.view == clients[1].view
            assert [event["kind"] for event in phone.hello["events"]].count("card") + [
                event["kind"] for event in phone.hello["events"]
            ].count("pass") == 5


async def test_at_six_the_three_discard_in_any_order_on_what_they_saw():
    players = await build(6)
    match = await play(players, "pairs-6")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        acting = [client for client in clients if client.view["legal"]]
        assert len(acting) == 3
        for client in reversed(acting):
            await client.act(client.view["legal"][0], 0, "discard")
        for client in acting:
            await client.until("done", id="discard")
        for client in clients:
            await client.until_seq(3)
        assert clients[0].view["round"] == 1


async def test_bots_play_their_turns_by_themselves():
    host = await sync_to_async(player)()
    match = await sync_to_async(bot_table)(host)
    async with TableClient(match, host) as client:
        await client.until_seq(0)
        while (seq := client.state["seq"]) < 4:  # whoever takes a trick leads the next, so bots may have to wait
            if client.view["legal"]:
                await client.act(client.view["legal"][0], seq, f"move-{seq}")
                await client.until("done", id=f"move-{seq}")
            else:
                await client.until("state")
    assert await Event.objects.filter(match=match, by="bot").aexists()


async def test_a_spectator_sees_no_hand_and_cannot_act():
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        watcher = await stack.enter_async_context(TableClient(match))
        await watcher.until_seq(0)
        assert (watcher.view["seat"], watcher.view["hand"], watcher.view["legal"]) == (None, None, [])
        assert watcher.hello["seat"] is None
        await watcher.act("pass", 0, "x")
        assert (await watcher.until("refused", id="x"))["code"] == "not-seated"
        await one_move(clients)
        await watcher.until_seq(1)


async def test_a_delayed_gallery_sees_nothing_of_the_last_minute():
    players = await build(3)
    match = await play(players, "solo-3", watching="delayed")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        await one_move(clients)
        await one_move(clients)
        old = now_in_milliseconds() - 61_000
        await Event.objects.filter(match=match, seq=1).aupdate(at=moment(old))
    async with TableClient(match) as watcher:
        await watcher.until("state")
        assert watcher.state["seq"] == 1


async def test_a_closed_gallery_lets_nobody_in():
    players = await build(3)
    match = await play(players, "solo-3", watching="nobody")
    async with TableClient(match) as watcher:
        assert (await watcher.receive())["type"] == "error"
        assert await watcher.receive() == {"type": "closed", "code": 4403}


async def test_there_is_no_such_table():
    match = Match(key="nowhere")
    async with TableClient(match) as client:
        await client.receive()
        assert await client.receive() == {"type": "closed", "code": 4404}


async def test_everyone_sees_who_is_connected():
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as first:
        await first.until("present", present=[True, False, False])
        async with TableClient(match, players[2]):
            await first.until("present", present=[True, False, True])
        await first.until("present", present=[True, False, False])


async def test_a_player_who_was_away_is_back_by_connecting():
    players = await build(3)
    match = await play(players, "solo-3")
    await Seat.objects.filter(match=match, number=1).aupdate(away=True)
    async with TableClient(match, players[1]) as client:
        while client.state.get("away") != [False, False, False]:
            await client.receive()
    assert not await Seat.objects.filter(match=match, away=True).aexists()


@pytest.mark.parametrize("frame", ["", "{", "[]", "null", '"act"', "{}", '{"type":"fly"}', '{"type":["act"]}'])
async def test_a_bad_message_is_answered_and_a_series_of_them_ends_the_socket(frame):
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as client:
        await client.until_seq(0)
        for _ in range(10):
            await client.send(text=frame)
        assert (await client.until("refused"))["code"] == "bad-message"
        assert await client.until_closed() == 4400


@pytest.mark.parametrize(
    "message",
    [
        {"type": "act", "id": "", "seq": 0, "action": "pass"},
        {"type": "act", "id": "x" * 41, "seq": 0, "action": "pass"},
        {"type": "act", "id": "x", "seq": "0", "action": "pass"},
        {"type": "act", "id": "x", "seq": True, "action": "pass"},
        {"type": "act", "id": "x", "seq": -1, "action": "pass"},
        {"type": "act", "id": "x", "seq": 2**40, "action": "pass"},
        {"type": "act", "id": "x", "seq": 0, "action": ["pass"]},
        {"type": "act", "id": "x", "seq": 0, "action": "a\0b"},
        {"type": "say", "text": 5},
        {"type": "say"},
    ],
)
async def test_what_is_ill_typed_is_refused(message):
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as client:
        await client.until_seq(0)
        await client.say(**message)
        assert (await client.until("refused"))["code"] == "bad-message"
        await client.say(type="ping")
        await client.until("pong")


async def test_a_binary_frame_is_a_bad_message():
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as client:
        await client.until_seq(0)
        await client.send(bytes=b"\x00\x01")
        assert (await client.until("refused"))["code"] == "bad-message"


async def test_a_flood_is_closed():
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as client:
        await client.until_seq(0)
        for _ in range(60):
            await client.say(type="ping")
        assert await client.until_closed() == 4429


async def test_a_program_with_a_token_needs_no_origin_and_goes_when_it_is_revoked():
    players = await build(3)
    match = await play(players, "solo-3")
    token = await sync_to_async(token_create)(player=players[0], name="my bot")
    async with TableClient(match, token=token) as client:
        await client.until_seq(0)
        assert client.hello["seat"] == 0
        await players[0].tokens.all().adelete()
        assert await client.until_closed() == 4401
    async with TableClient(match, token="no such token") as client:
        assert (await client.until("hello"))["seat"] is None


async def test_the_lobby_hears_that_something_has_changed():
    ada = await sync_to_async(player)("Ada")
    async with TableClient(Match(), ada, path="/ws/lobby/") as client:
        await client.say(type="ping")
        await client.until("pong")
        announce(MatchChange(ChangeKind.TABLE, 12345))
        await client.until("changed")


async def test_a_waiting_table_is_told_and_the_deal_reaches_everyone():
    players = await build(3)
    match = await sync_to_async(waiting_table)("solo-3", players[0])
    async with TableClient(match, players[0]) as client:
        assert (await client.until("hello"))["status"] == "waiting"
        for number, one in enumerate(players[1:], start=1):
            await sync_to_async(table_sit)(match=match, player=one, number=number)
        announce(MatchChange(ChangeKind.TABLE, match.pk))
        await client.until("changed")
        for one in players:
            await sync_to_async(table_ready)(match=match, player=one)
        announce(MatchChange(ChangeKind.TABLE, match.pk))
        assert (await client.until("hello"))["status"] == "playing"
        assert len((await client.until("state"))["view"]["hand"]) == 12


@pytest.fixture
def always_reconciling(monkeypatch):
    """The tables of this process are compared with the database all the time."""
    monkeypatch.setattr("games.live.live_server.RECONCILE_INTERVAL_SECONDS", 0.0)


async def told_meanwhile(client: TableClient, seconds: float = 0.5) -> list[str]:
    """Return the kinds of messages that a client gets within a while, but for who is connected."""
    client.frames.clear()
    await asyncio.sleep(seconds)
    await client.say(type="ping")
    await client.until("pong")
    kinds = [json.loads(frame)["type"] for frame in client.frames]
    return [kind for kind in kinds if kind != "present"]


@pytest.mark.usefixtures("always_reconciling")
async def test_reconciling_tells_only_of_what_was_missed():
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        assert await told_meanwhile(clients[0]) == ["pong"]
        await one_move(clients)
        assert await told_meanwhile(clients[0]) == ["pong"]
        later = {"since": F("since") + timedelta(seconds=5), "deadline": F("deadline") + timedelta(seconds=5)}
        await Match.objects.filter(pk=match.pk).aupdate(**later)
        assert await told_meanwhile(clients[0]) == ["hello", "state", "pong"]


@pytest.mark.usefixtures("always_reconciling")
async def test_moves_that_overtake_a_reconciliation_are_not_told_twice():
    """Between the answer of the database and its reading a table may have gone on: it is not behind then."""
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        for client in clients:
            client.frames.clear()
        while not clients[0].state["result"]:
            seq = await one_move(clients)
        for client in clients:
            kinds = [json.loads(frame)["type"] for frame in client.frames]
            assert "hello" not in kinds
            assert kinds.count("state") == seq


@pytest.mark.usefixtures("no_reconciliation")
async def test_who_has_sat_down_or_got_cards_is_shown_so_before_it_is_announced(settings):
    """A browser that follows the redirect of its own click opens a socket before the announcement has arrived."""
    use_layer_at(settings, "redis://127.0.0.1:1/0", MATCHES_LAYER)  # no announcement arrives at all
    players = await build(3)
    match = await sync_to_async(waiting_table)("solo-3", players[0])
    async with TableClient(match, players[0]) as host:
        assert (await host.until("hello"))["status"] == "waiting"
        for number, one in enumerate(players[1:], start=1):
            await sync_to_async(table_sit)(match=match, player=one, number=number)
        async with TableClient(match, players[1]) as friend:
            assert (await friend.until("hello"))["seat"] == 1
        for one in players:
            await sync_to_async(table_ready)(match=match, player=one)
        async with TableClient(match, players[2]) as friend:
            assert (await friend.until("hello"))["status"] == "playing"
            assert len((await friend.until("state"))["view"]["hand"]) == 12
