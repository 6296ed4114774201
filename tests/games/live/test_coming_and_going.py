"""What those at a table hear when somebody leaves a game, or wants to play again."""

import time

import pytest
from asgiref.sync import sync_to_async
from django.test import Client
from django.urls import reverse

from games.live.live_server import live_server
from games.models import Match, Seat
from games.selectors.presence import bus, key_of, seats_connected
from games.services.clocks import seat_return
from tests.games.builders import people, playing_table, waiting_table
from tests.games.live.client import TableClient
from tests.games.playing import play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def press(player, button: str, match: Match) -> str:
    client = Client()
    client.force_login(player)
    return client.post(reverse(button, args=[match.key])).headers["Location"]


@sync_to_async
def table(players, *, is_over: bool) -> Match:
    match = playing_table(players, "solo-3")
    return play_to_the_end(match) if is_over else match


async def test_whoever_looks_at_the_end_hears_that_somebody_wants_to_play_again():
    players = await sync_to_async(people)(3)
    match = await table(players, is_over=True)
    async with TableClient(match, players[1]) as client:
        await client.until("state")
        assert client.hello["rematch"] is None
        again = await press(players[0], "table_rematch", match)
        hello = await client.until("hello", rematch={"url": again, "name": "PlayerA"})
        assert hello["status"] == "finished"
        await press(players[0], "table_leave", await Match.objects.aget(rematch_of=match))
        assert (await press(players[1], "table_rematch", match)) != again


async def test_whoever_waits_for_a_rematch_hears_of_those_who_come():
    players = await sync_to_async(people)(3)
    match = await table(players, is_over=True)
    await press(players[0], "table_rematch", match)
    again = await Match.objects.aget(rematch_of=match)
    async with TableClient(again, players[0]) as client:
        await client.until("present")
        await press(players[1], "table_rematch", match)
        await client.until("changed")


async def test_everyone_sees_that_somebody_has_left_the_game_and_come_back():
    players = await sync_to_async(people)(3)
    match = await table(players, is_over=False)
    async with TableClient(match, players[0]) as client:
        await client.until("state")
        assert await press(players[1], "table_leave", match) == reverse("lobby")
        await client.until("state", away=[False, True, False])
        async with TableClient(match, players[1]):
            await client.until("state", away=[False, False, False])
    assert not await Seat.objects.filter(match=match, away=True).aexists()


async def test_whoever_is_back_is_seen_even_if_the_answer_of_the_database_was_lost():
    players = await sync_to_async(people)(3)
    match = await table(players, is_over=False)
    async with TableClient(match, players[0]) as client:
        await client.until("state")
        await press(players[1], "table_leave", match)
        await client.until("state", away=[False, True, False])
        await sync_to_async(seat_return)(match.pk, 1)  # nobody is told
        async with TableClient(match, players[1]):
            await client.until("state", away=[False, False, False])


async def test_a_table_that_cannot_be_loaded_is_not_kept():
    players = await sync_to_async(people)(3)
    match = await table(players, is_over=False)
    await Match.objects.filter(pk=match.pk).aupdate(game="of tomorrow")
    with pytest.raises(KeyError):
        async with TableClient(match, players[0]):
            pass
    assert live_server().tables.tables == {}


async def test_pages_and_the_worker_know_who_is_connected():
    players = await sync_to_async(people)(1)
    match = await sync_to_async(waiting_table)(host=players[0])
    async with TableClient(match, players[0]) as client:
        await client.until("present", present=[True, False, False, False])
        assert await sync_to_async(seats_connected)([match.pk]) == {match.pk: frozenset({0})}


async def test_those_whose_process_has_ended_without_a_word_are_seen_to_be_gone(monkeypatch):
    """A process says for how long it is to be believed."""
    monkeypatch.setattr("games.live.live_server.RENEW_INTERVAL_SECONDS", 0.05)
    players = await sync_to_async(people)(3)
    match = await table(players, is_over=False)
    async with TableClient(match, players[0]) as client:
        await client.until("present", present=[True, False, False])
        await say_elsewhere(match, f"{time.time() + 60:.0f}:2")
        await client.until("present", present=[True, False, True])
        await say_elsewhere(match, f"{time.time() - 1:.0f}:2")
        await client.until("present", present=[True, False, False])


@sync_to_async
def say_elsewhere(match: Match, lease: str) -> None:
    bus().hset(key_of(match.pk), "another process", lease)
