"""Sealed tables over sockets: waiting, beginning with whoever is there, coming late, being called off."""

from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.models import Match, Seat
from games.selectors.matches import milliseconds
from games.selectors.presence import bus, key_of
from games.services.announcements import ChangeKind, MatchChange, announce
from games.services.sealed import matches_call_off, sealed_tables_start_due
from players.services.tokens import token_create
from tests.games.builders import people, playing_table, sealed_table, sealed_tables
from tests.games.live.client import TableClient
from tests.games.live.play import seated, whose_turn

pytestmark = pytest.mark.django_db(transaction=True)
SOON = timedelta(minutes=5)
build = sync_to_async(people)
lay = sync_to_async(sealed_table)
play = sync_to_async(playing_table)
call_off = sync_to_async(matches_call_off)


@sync_to_async
def start() -> list[int]:
    return sealed_tables_start_due(timezone.now() + SOON)


@sync_to_async
def seats(match: Match, *fields: str) -> list[tuple[bool, ...]]:
    return list(Seat.objects.filter(match=match).values_list(*fields))


async def test_a_table_that_waits_says_when_it_begins_and_then_it_does():
    """As a bot program would: it connects early, and gets cards when the time has come."""
    players = await build(3)
    match = await lay(players, timezone.now() + SOON)
    token = await sync_to_async(token_create)(player=players[1], name="bot")
    async with TableClient(match, token=token) as client:
        hello = await client.until("hello")
        assert (hello["status"], hello["sealed"], hello["seat"]) == ("waiting", True, 1)
        assert hello["starts_at"] == milliseconds(match.starts_at)
        await client.until("present", present=[False, True, False])
        assert await start() == [match.pk]
        await client.until("hello", status="playing")
        state = await client.until("state", seq=0, away=[True, False, True])
        assert len(state["view"]["hand"]) == 12
    assert await seats(match, "away", "was_there") == [(True, False), (False, True), (True, False)]


async def test_other_tables_say_that_they_are_not_sealed():
    match = await play(await build(3), "solo-3")
    async with TableClient(match) as client:
        hello = await client.until("hello")
        assert (hello["sealed"], hello["starts_at"]) == (False, None)


async def test_whoever_comes_late_has_the_chair_at_once():
    players = await build(3)
    match = await lay(players)
    await start()
    async with TableClient(match, players[2]) as client:
        await client.until("state", away=[True, True, False])
    assert await seats(match, "away", "was_there") == [(True, False), (True, False), (False, True)]


async def test_whoever_is_connected_was_there_though_the_lease_came_too_late():
    players = await build(3)
    match = await lay(players, timezone.now() + SOON)
    async with TableClient(match, players[0]) as client:
        await client.until("present", present=[True, False, False])
        await sync_to_async(bus().delete)(key_of(match.pk))
        await start()
        await client.until("state", away=[False, True, True])
    assert await seats(match, "away", "was_there") == [(False, True), (True, False), (True, False)]


# --- Called off ---


async def test_everyone_hears_that_a_match_was_called_off_and_sees_no_card_any_more():
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as client, TableClient(match) as passer_by:
        for one in (client, passer_by):
            await one.until("state")
        await call_off(match_ids=[match.pk])
        for one in (client, passer_by):
            hello = await one.until("hello", status="called-off")
            assert hello["events"] == []
        await client.act("play A1", 0, "mine")
        refused = await client.until("refused", id="mine")
        assert refused["code"] == "not-playing"
        # Whoever comes now gets no state either.
        async with TableClient(match, players[1]) as late:
            await late.until("hello", status="called-off")
            await late.say(type="ping")
            assert (await late.receive())["type"] in ("present", "pong")
            assert late.state == {}


@pytest.mark.usefixtures("no_reconciliation")
async def test_a_move_finds_out_by_itself_that_the_match_was_called_off():
    """The announcement is lost, and the heartbeat far away."""
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        clients = await seated(stack, match, players)
        await Match.objects.filter(pk=match.pk).aupdate(status="called-off", deadline=None)
        acting = whose_turn(clients)
        await acting.act(acting.view["legal"][0], 0, "mine")
        assert (await acting.until("refused", id="mine"))["code"] == "stale"
        for client in clients:
            await client.until("hello", status="called-off")
    assert not await match.events.aexists()


async def test_the_heartbeat_finds_a_table_that_was_called_off():
    players = await build(3)
    match = await play(players, "solo-3", rated=True)
    async with TableClient(match, players[0]) as client:
        await client.until("state")
        await Match.objects.filter(pk=match.pk).aupdate(status="called-off", deadline=None)
        await client.until("hello", status="called-off")


# --- The lobby ---


async def test_the_lobby_hears_once_of_many_tables():
    players = await build(3)
    async with TableClient(Match(), path="/ws/lobby/") as lobby:
        await lobby.say(type="ping")
        await lobby.until("pong")
        tables = await sync_to_async(sealed_tables)([[[one] for one in players]] * 20)
        await lobby.until("changed")
        await start()
        await lobby.until("changed")
        announce(*(MatchChange(ChangeKind.TABLE, match.pk) for match in tables))
        await lobby.until("changed")
        await lobby.say(type="ping")
        assert (await lobby.receive())["type"] == "pong"
