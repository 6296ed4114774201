"""The table hears what the match did to the ratings."""

import pytest
from asgiref.sync import sync_to_async

from games.services.rating import matches_hand_over
from ratings.services.settling import pool_settle
from tests.games.builders import people, playing_table
from tests.games.live.client import TableClient
from tests.games.playing import play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)


def finished_table():
    players = people(3)
    return players, play_to_the_end(playing_table(players, "solo-3", rated=True))


def settle() -> None:
    matches_hand_over()
    pool_settle(key="pot-de-vin-solo")


async def test_whoever_is_there_is_told_and_whoever_comes_later_too():
    players, match = await sync_to_async(finished_table)()
    async with TableClient(match, players[0]) as here:
        await here.until("state")
        assert [(seat["rating"], seat["provisional"]) for seat in here.hello["seats"]] == [(1500, True)] * 3
        await sync_to_async(settle)()
        told = await here.until("rated")
        async with TableClient(match) as later:
            assert await later.until("rated") == told
            assert [seat["rating"] for seat in later.hello["seats"]] == [1500] * 3
    changes = told["changes"]
    assert [change["seat"] for change in changes] == [0, 1, 2]
    assert sorted(change["place"] for change in changes) == [1, 2, 3]
    for change in changes:
        assert change["after"] == change["before"] + change["k"] * (change["score"] - change["expected"])


async def test_a_lost_announcement_is_made_up_for(monkeypatch, settings):
    settings.MATCHES_RATED_RECEIVERS = []
    monkeypatch.setattr("games.live.live_server.RECONCILE_INTERVAL_SECONDS", 0.05)
    players, match = await sync_to_async(finished_table)()
    async with TableClient(match, players[0]) as here:
        await here.until("state")
        await sync_to_async(settle)()
        assert len((await here.until("rated"))["changes"]) == 3
