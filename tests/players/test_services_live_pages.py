"""Pages are told after the commit, once, and nobody who commits waits for the bus."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from channels.layers import BaseChannelLayer
from django.conf import settings as site_settings
from django.db import connections, transaction

from players.services.live_pages import OUTBOX, PAGES_LAYER, announce_page_on_commit, group_name, merged
from tests.layers import TIMEOUT_SECONDS, group_listener, use_layer_at
from tests.players.page_changes import page_changed
from tests.valve import Valve

GROUP = group_name("tests", "announcements")


@pytest.fixture(autouse=True)
async def _no_connections_left():
    yield
    await until_sent()
    await sync_to_async(connections.close_all)()


@sync_to_async
def announce(*versions: int, roll_back: bool = False, part: str = "standings") -> None:
    """In one transaction, as a service does that calls others."""
    with transaction.atomic():
        for version in versions:
            with transaction.atomic():
                announce_page_on_commit(group=GROUP, parts=[f"{part}-{version}", part], version=version)
        transaction.set_rollback(roll_back)


async def until_sent() -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while OUTBOX.is_sending:
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("key", ["spring-open", "7", "a" * 300, "città aperta", "one two", ""])
def test_every_page_has_a_group_that_channels_accepts(key):
    name = group_name("tournament", key)
    assert BaseChannelLayer().require_valid_group_name(name)
    assert group_name("tournament", key) == name != group_name("tournament", key + "x")


def test_readable_keys_stay_readable_and_long_ones_become_digests():
    assert group_name("tournament", "spring-open") == "page.tournament.spring-open"
    # printf %s 'one two' | sha256sum
    digest = "8ab63e29a4ba14e4e1688f9c15e5af90895421358c945b0431f85d66977bd3d2"
    assert group_name("tournament", "one two") == f"page.tournament.{digest}"


def test_a_kind_that_channels_would_not_accept_is_a_bug():
    with pytest.raises(ValueError, match="no kind of page"):
        group_name("two words", "key")


@pytest.mark.parametrize(
    ("one", "other", "since", "version"),
    [
        ((8, 9), (7, 8), 7, 9),
        ((5, 9), (7, 8), 5, 9),
        ((7, 8), (7, 8), 7, 8),
        ((8, 9), (6, 7), 8, 9),  # what became version 8 was announced by somebody else, or lost
    ],
)
def test_two_announcements_become_one_that_says_from_where_on_it_is_complete(one, other, since, version):
    both = page_changed(since, version, "bracket", "header", "rounds")
    one, other = page_changed(*one, "bracket", "header"), page_changed(*other, "header", "rounds")
    assert merged(one, other) == merged(other, one) == both


@pytest.mark.django_db(transaction=True)
async def test_what_one_transaction_announces_is_one_message():
    async with group_listener(PAGES_LAYER, GROUP) as listener:
        await announce(3, 4, 5)
        await listener.until_version(5)
        await announce(6)  # nothing of the first transaction comes after this
        await listener.until_version(6)
    parts = [["standings", "standings-3", "standings-4", "standings-5"], ["standings", "standings-6"]]
    assert [one["parts"] for one in listener.heard] == parts
    assert listener.heard[0] == {"type": "page.changed", "layout": 1, "parts": parts[0], "since": 2, "version": 5}


@pytest.mark.django_db(transaction=True)
async def test_what_is_rolled_back_is_not_announced():
    async with group_listener(PAGES_LAYER, GROUP) as listener:
        await announce(1, 2, roll_back=True)
        await announce(3)
        await listener.until_version(3)
    assert [one["version"] for one in listener.heard] == [3]


@pytest.mark.django_db(transaction=True)
async def test_a_bus_that_hangs_holds_up_nobody_and_costs_only_what_was_announced_meanwhile(settings, caplog):
    async with Valve(site_settings.REDIS_URL) as valve:
        use_layer_at(settings, valve.url)
        valve.is_open = False
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await asyncio.gather(*(announce(version) for version in range(20)))  # each returns once it has committed
        await until_sent()
        assert "announcement dropped" in caplog.text
        valve.is_open = True
        async with group_listener(PAGES_LAYER, GROUP) as listener:
            await announce(21)
            await listener.until_version(21)
    assert [one["version"] for one in listener.heard if one["version"] > 20] == [21]


@pytest.mark.django_db(transaction=True)
async def test_without_a_bus_a_transaction_commits_and_a_line_says_what_was_dropped(settings, caplog):
    use_layer_at(settings, "redis://127.0.0.1:1/0")
    await announce(1)
    await until_sent()
    assert "announcement dropped" in caplog.text
    assert not OUTBOX.waiting


@pytest.mark.django_db(transaction=True)
async def test_where_nobody_waits_pages_are_limited(monkeypatch, caplog):
    """The thread that sends is busy elsewhere; what finds no place is dropped, not kept for ever."""
    monkeypatch.setattr("players.services.layer_outbox.WAITING_MESSAGES_LIMIT", 1)
    with monkeypatch.context() as busy:
        busy.setattr(OUTBOX, "is_sending", True)
        busy.setattr(OUTBOX, "waiting", {})
        await announce(1)
        await sync_to_async(announce_page_on_commit)(group=group_name("tests", "other"), parts=["x"], version=1)
        assert list(OUTBOX.waiting) == [GROUP]
    assert "too many are waiting" in caplog.text
