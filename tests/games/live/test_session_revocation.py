"""Whoever signs out, is banned, changes their password or withdraws a token is sent away at once; and nobody else."""

from contextlib import AsyncExitStack
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.models import Match
from players.services.tokens import token_create, token_revoke
from tests.games.live.client import TableClient
from tests.games.live.database import end_backend, locked, until_backends, until_waiting_for_a_lock
from tests.games.live.play import build, play
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)
SIGNED_OUT = 4401


LISTENING = "query = 'LISTEN departures'"


@pytest.fixture
def only_notifications(monkeypatch):
    """Only what PostgreSQL notifies of can close a socket."""
    monkeypatch.setattr("games.live.live_server.CHECK_INTERVAL_SECONDS", 3600)


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


async def until_notified() -> list[int]:
    """Wait until the process hears notifications, and return the connection on which it does."""
    return await until_backends(LISTENING)


@pytest.mark.usefixtures("only_notifications")
@pytest.mark.parametrize("departure", [ban, change_password, sign_out])
async def test_whoever_may_not_stay_is_sent_away_and_the_others_stay(departure):
    players = await build(3)
    match = await play(players, "solo-3")
    async with AsyncExitStack() as stack:
        going, staying = [await stack.enter_async_context(TableClient(match, one)) for one in players[:2]]
        await going.until_seq(0)
        await until_notified()
        await sync_to_async(departure)(players[0])
        assert await going.until_closed() == SIGNED_OUT
        await staying.say(type="ping")
        await staying.until("pong")


@pytest.mark.usefixtures("only_notifications")
async def test_a_token_that_is_withdrawn_ends_its_sockets_and_not_those_of_its_owner():
    players = await build(3)
    match = await play(players, "solo-3")
    token = await sync_to_async(token_create)(player=players[0], name="bot")
    async with TableClient(match, token=token) as bot, TableClient(match, players[0]) as owner:
        await bot.until_seq(0)
        await owner.until_seq(0)
        await until_notified()
        await sync_to_async(withdraw_token)(players[0])
        assert await bot.until_closed() == SIGNED_OUT
        await owner.say(type="ping")
        await owner.until("pong")


@pytest.mark.usefixtures("only_notifications")
async def test_whoever_is_banned_is_sent_away_from_the_lobby_too():
    ada = await sync_to_async(player)("Ada")
    async with TableClient(Match(), ada, path="/ws/lobby/") as client:
        await client.say(type="ping")
        await client.until("pong")
        await until_notified()
        await sync_to_async(ban)(ada)
        assert await client.until_closed() == SIGNED_OUT


@pytest.mark.usefixtures("only_notifications")
async def test_whoever_is_banned_on_the_way_to_the_table_does_not_arrive():
    players = await build(3)
    match = await play(players, "solo-3")
    async with TableClient(match, players[0]) as seated:
        await seated.until_seq(0)
        await until_notified()
        async with locked("games_match"), TableClient(match, players[1]) as coming:
            await until_waiting_for_a_lock()  # the socket is known by now, and the table is being looked up
            await sync_to_async(ban)(players[1])
            assert await coming.until_closed() == SIGNED_OUT
            assert not coming.state


async def test_a_session_that_has_expired_is_found_by_the_check_of_all(monkeypatch):
    monkeypatch.setattr("games.live.live_server.CHECK_INTERVAL_SECONDS", 0.05)
    ada = await sync_to_async(player)("Ada")
    async with TableClient(Match(), ada, path="/ws/lobby/") as client:
        await client.say(type="ping")
        await client.until("pong")
        session = await sync_to_async(session_of)(ada)
        session.expire_date = timezone.now() - timedelta(seconds=1)
        await session.asave()
        assert await client.until_closed() == SIGNED_OUT


@pytest.mark.usefixtures("only_notifications")
async def test_after_a_lost_connection_notifications_are_heard_again_and_what_was_missed_is_found():
    ada, bea = [await sync_to_async(player)(name) for name in ("Ada", "Bea")]
    async with (
        TableClient(Match(), ada, path="/ws/lobby/") as missed,
        TableClient(Match(), bea, path="/ws/lobby/") as later,
    ):
        for client in (missed, later):
            await client.say(type="ping")
            await client.until("pong")
        (pid,) = await until_notified()
        await end_backend(pid)
        await sync_to_async(ban)(ada)  # while nobody listens
        assert await missed.until_closed() == SIGNED_OUT
        await until_notified()
        await sync_to_async(ban)(bea)
        assert await later.until_closed() == SIGNED_OUT
