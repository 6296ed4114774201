"""Whoever signs out, is banned, changes their password or withdraws a token is sent away at once; and nobody else."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from games.live import hub as hub_module
from games.live.hub import hub
from games.models import Match
from players.services.tokens import token_create, token_revoke
from tests.games.live.client import PATIENCE, TableClient
from tests.games.live.test_tables import build, play
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)
SIGNED_OUT = 4401


@pytest.fixture
def nobody_looks(monkeypatch):
    """Only what the database tells can send anybody away."""
    monkeypatch.setattr(hub_module, "SELDOM", 3600)


def ban(who):
    who.is_active = False
    who.save()


def change_password(who):
    who.set_password("another secret")
    who.save()


def session_of(who):
    """Theirs is the only one that says so."""
    return next(one for one in Session.objects.all() if one.get_decoded().get("_auth_user_id") == str(who.pk))


def sign_out(who):
    session_of(who).delete()


def withdraw_token(who):
    token_revoke(player=who, token_id=who.tokens.get().pk)


async def is_listening() -> None:
    while hub().lookout.line is None or not hub().lookout.line.is_open:
        await asyncio.sleep(0.01)
    await hub().lookout.listen()  # and has said so


@pytest.mark.usefixtures("nobody_looks")
@pytest.mark.parametrize("departure", [ban, change_password, sign_out])
async def test_whoever_may_not_stay_is_sent_away_and_the_others_stay(departure):
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        going, staying = [await stack.enter_async_context(TableClient(match, one)) for one in players[:2]]
        await going.until_seq(0)
        await is_listening()
        await sync_to_async(departure)(players[0])
        assert await going.until_closed() == SIGNED_OUT
        await staying.say(type="ping")
        await staying.until("pong")


@pytest.mark.usefixtures("nobody_looks")
async def test_a_token_that_is_withdrawn_ends_its_sockets_and_not_those_of_its_owner():
    players = await build(3)
    match = await play(players, "solo-3")
    token = await sync_to_async(token_create)(player=players[0], name="bot")
    async with TableClient(match, token=token) as bot, TableClient(match, players[0]) as owner:
        await bot.until_seq(0)
        await owner.until_seq(0)
        await is_listening()
        await sync_to_async(withdraw_token)(players[0])
        assert await bot.until_closed() == SIGNED_OUT
        await owner.say(type="ping")
        await owner.until("pong")


@pytest.mark.usefixtures("nobody_looks")
async def test_whoever_is_banned_is_sent_away_from_the_lobby_too():
    ada = await sync_to_async(player)("Ada")
    async with TableClient(Match(), ada, path="/ws/lobby/") as client:
        await client.say(type="ping")
        await client.until("pong")
        await is_listening()
        await sync_to_async(ban)(ada)
        assert await client.until_closed() == SIGNED_OUT


@pytest.mark.usefixtures("nobody_looks")
async def test_whoever_is_banned_on_the_way_to_the_table_does_not_arrive():
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as seated:
        await seated.until_seq(0)
        await is_listening()
        door = hub().tables[match.pk].lock
        await door.acquire()
        async with TableClient(match, players[1]) as coming:
            while len(hub().everyone) < 2:
                await asyncio.sleep(0.01)
            await sync_to_async(ban)(players[1])
            assert await coming.until_closed() == SIGNED_OUT
            assert not coming.state
            door.release()


async def test_a_session_that_has_run_out_is_found_by_looking(monkeypatch):
    monkeypatch.setattr(hub_module, "SELDOM", 0.05)
    ada = await sync_to_async(player)("Ada")
    async with TableClient(Match(), ada, path="/ws/lobby/") as client:
        await client.say(type="ping")
        await client.until("pong")
        session = await sync_to_async(session_of)(ada)
        session.expire_date = timezone.now() - timedelta(seconds=1)
        await session.asave()
        assert await client.until_closed() == SIGNED_OUT


async def test_after_a_lost_connection_departures_are_heard_again(monkeypatch):
    monkeypatch.setattr(hub_module, "SELDOM", 0.05)
    heard: list[str] = []
    async with asyncio.timeout(PATIENCE), TableClient(Match(), path="/ws/lobby/"):
        await is_listening()
        lookout = hub().lookout
        pid = lookout.line.connection.pgconn.backend_pid
        monkeypatch.setattr(lookout, "hear", heard.append)
        await sync_to_async(say)("SELECT pg_terminate_backend(%s, 10000)", pid)
        while lookout.line is None or lookout.line.connection.pgconn.backend_pid == pid or not lookout.line.is_open:
            await asyncio.sleep(0.01)
        while not heard:
            await sync_to_async(say)("SELECT pg_notify('departures', %s)", "7")
            await asyncio.sleep(0.05)
    assert set(heard) == {"7"}


def say(statement: str, value: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, [value])
