"""Sockets of pages: told of what has changed, closed by nothing that is not meant for them, never wrong for long."""

import asyncio
from collections import Counter
from contextlib import AsyncExitStack

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.conf import settings as site_settings
from redis.asyncio import Redis

from config.embedded import Embedded
from games.live import page_consumers
from games.live.group_member import GroupMember
from games.live.live_server import say_goodbye
from games.live.page_group import open_pages
from games.models import Match
from players.models import Player
from players.services.live_pages import PAGES_LAYER, announce_page_on_commit, player_group
from tests.faults.site import kill_server
from tests.games.live.client import TableClient
from tests.layers import TIMEOUT_SECONDS, channel_of_group, members_of, until_in_group, use_layer_at
from tests.players.builders import player
from tests.players.page_changes import page_changed
from tests.valve import Valve

pytestmark = pytest.mark.django_db(transaction=True)
# What stands in the database, as far as the page knows: versions by player, and how often each has been read.
VERSIONS: Counter[int] = Counter()
READ: Counter[int] = Counter()


def news_version(player_id: int) -> int:
    READ[player_id] += 1
    return VERSIONS[player_id]


@pytest.fixture(autouse=True)
def _news(settings):
    VERSIONS.clear()
    READ.clear()
    settings.PLAYER_NEWS_VERSION = f"{__name__}.news_version"
    GroupMember.retry_at = 0.0


@pytest.fixture
def _always_read(monkeypatch):
    """Every ping is answered from the database."""
    monkeypatch.setattr(page_consumers, "VERSION_MAX_AGE_SECONDS", 0.0)


@pytest.fixture
async def ada():
    return await sync_to_async(player)("Ada")


def page_of(who: Player | None) -> TableClient:
    return TableClient(Match(), who, path="/ws/notices/")


async def announce(who: Player, version: int, *parts: str) -> None:
    group = player_group(who.pk)
    await sync_to_async(announce_page_on_commit)(group=group, parts=parts or ["notices"], version=version)


async def in_the_group(who: Player, url: str = "") -> None:
    """Wait until Valkey knows that this process listens."""
    await until_in_group(PAGES_LAYER, player_group(who.pk), url)


async def ping(client: TableClient) -> int:
    await client.say(type="ping")
    return (await client.until("pong"))["version"]


async def ping_until(client: TableClient, version: int) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while await ping(client) < version:
            await asyncio.sleep(0.6)


# --- What a page hears ---


async def test_a_page_says_where_it_stands_and_forwards_what_changes(ada):
    VERSIONS[ada.pk] = 4
    async with page_of(ada) as client:
        assert (await client.until("hello"))["version"] == 4
        await in_the_group(ada)
        await announce(ada, 5, "notices", "your-table")
        told = {"type": "changed", "parts": ["notices", "your-table"], "since": 4, "version": 5}
        assert await client.until("changed") == told
        assert await ping(client) == 5


async def test_only_whose_page_it_is_hears_of_it(ada):
    bea = await sync_to_async(player)("Bea")
    async with page_of(ada) as client, page_of(bea) as other:
        await client.until("hello")
        await other.until("hello")
        await in_the_group(ada)
        await announce(bea, 7)
        await other.until("changed", version=7)
        await announce(ada, 8)
        await client.until("changed", version=8)
    assert not any('"version":7' in frame for frame in client.frames)


async def test_many_changes_in_a_second_are_told_as_two(ada):
    """The first at once, the others merged a moment later."""
    async with page_of(ada) as client:
        await client.until("hello")
        await in_the_group(ada)
        for version in range(1, 6):
            message = page_changed(version - 1, version, f"part-{version}")
            await get_channel_layer().group_send(player_group(ada.pk), message)
        told = await client.until("changed")
        while told["version"] < 5:
            told = await client.until("changed")
        changes = [frame for frame in client.frames if '"changed"' in frame]
        assert len(changes) <= 3
        assert "part-5" in told["parts"]


async def test_a_change_that_was_lost_shows_in_the_next_one(ada):
    """Whoever stands at version 1 fetches every part: these tell only of what came after version 2."""
    async with page_of(ada) as client:
        await client.until("hello")
        await in_the_group(ada)
        for message in (page_changed(0, 1, "a"), page_changed(2, 3, "c")):
            await get_channel_layer().group_send(player_group(ada.pk), message)
        told = await client.until("changed")
        while told["version"] < 3:
            told = await client.until("changed")
        assert told["since"] == 2


@pytest.mark.parametrize(
    "bogus",
    [
        {"type": "page.moved"},
        {"type": "_secret"},
        {"type": "websocket.disconnect", "code": 1000},
        {"type": "page.changed", "layout": 2, "pieces": "all"},
        {"no": "type"},
        ["a", "list"],
        None,
    ],
)
async def test_a_layer_event_that_nobody_knows_closes_nobody(ada, bogus):
    async with page_of(ada) as client:
        await client.until("hello")
        await in_the_group(ada)
        await get_channel_layer().group_send(player_group(ada.pk), bogus)
        await announce(ada, 1)
        assert (await client.receive())["type"] == "changed"


async def test_what_is_not_even_readable_closes_nobody(ada):
    async with page_of(ada) as client, Redis.from_url(site_settings.REDIS_URL) as redis:
        await client.until("hello")
        await in_the_group(ada)
        assert await redis.publish(channel_of_group(PAGES_LAYER, player_group(ada.pk)), b"\xc1 no MessagePack") == 1
        await announce(ada, 1)
        assert (await client.receive())["type"] == "changed"


# --- What is lost is found ---


@pytest.mark.usefixtures("_always_read")
async def test_a_change_that_nobody_told_of_is_found_by_the_next_ping(ada):
    async with page_of(ada) as client:
        await client.until("hello")
        VERSIONS[ada.pk] = 3
        assert await ping(client) == 3


async def test_however_many_look_at_a_page_its_version_is_read_once(ada):
    """Once for each who arrives, and then once every few seconds for all of them."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(page_of(ada)) for _ in range(5)]
        for client in clients:
            await client.until("hello")
        assert READ[ada.pk] == 5
        open_pages()[player_group(ada.pk)].read_at -= page_consumers.VERSION_MAX_AGE_SECONDS
        for client in clients:
            await ping(client)
        assert READ[ada.pk] == 6
    assert not open_pages()


async def test_a_process_hears_of_a_page_once_however_many_show_it(ada):
    """And hears no more of it when the last of them has left."""
    async with page_of(ada) as one:
        await one.until("hello")
        async with page_of(ada) as two:
            await two.until("hello")
            await in_the_group(ada)
            assert len(get_channel_layer().channels) == 1
            await announce(ada, 1)
            await one.until("changed")
            await two.until("changed")
        await announce(ada, 2)
        await one.until("changed", version=2)
    assert not get_channel_layer().channels
    assert not get_channel_layer().groups
    while await members_of(PAGES_LAYER, player_group(ada.pk)):
        await asyncio.sleep(0.01)


async def test_a_group_that_was_left_is_joined_again_at_the_next_heartbeat(ada):
    async with page_of(ada) as client:
        await client.until("hello")
        await in_the_group(ada)
        layer, group = get_channel_layer(), player_group(ada.pk)
        (channel,) = layer.groups[channel_of_group(PAGES_LAYER, player_group(ada.pk))]
        await layer.group_discard(group, channel)
        await ping(client)
        await in_the_group(ada)
        await announce(ada, 2)
        await client.until("changed", version=2)


@pytest.mark.usefixtures("_always_read")
async def test_a_page_opens_while_the_bus_hangs_and_hears_of_changes_afterwards(ada, settings, monkeypatch):
    monkeypatch.setattr("games.live.group_member.RETRY_SECONDS", 0.0)
    async with Valve(site_settings.REDIS_URL) as valve:
        use_layer_at(settings, valve.url)
        valve.is_open = False
        async with page_of(ada) as client:
            await client.until("hello")
            VERSIONS[ada.pk] = 6
            assert await ping(client) == 6  # what cannot be told is still found
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while not GroupMember.retry_at:  # until the first attempt to join has been given up
                    await asyncio.sleep(0.01)
            valve.is_open = True
            listening = asyncio.create_task(in_the_group(ada))
            while not listening.done():
                await ping(client)
                await asyncio.sleep(0.6)
            await announce(ada, 7)
            await client.until("changed", version=7)


@pytest.mark.faults
@pytest.mark.usefixtures("_always_read")
async def test_when_the_bus_has_been_killed_pages_converge_and_hear_again(ada, settings, tmp_path):
    own = Embedded(tmp_path / "home")
    await asyncio.to_thread(own.start, [own.valkey], durable=False)
    try:
        use_layer_at(settings, own.redis_url)
        async with page_of(ada) as client:
            await client.until("hello")
            await in_the_group(ada, own.redis_url)
            await announce(ada, 1)
            await client.until("changed", version=1)
            await asyncio.to_thread(kill_server, own.valkey)
            VERSIONS[ada.pk] = 2
            await announce(ada, 2)
            await ping_until(client, 2)
            await asyncio.to_thread(own.start, [own.valkey], durable=False)
            version = 2
            async with asyncio.timeout(TIMEOUT_SECONDS):
                while not any(f'"version":{version}' in frame and '"changed"' in frame for frame in client.frames):
                    version += 1
                    await announce(ada, version)
                    await asyncio.sleep(0.6)
                    await ping(client)
    finally:
        await asyncio.to_thread(own.stop)


@pytest.mark.faults
async def test_a_socket_on_which_nothing_is_said_for_long_still_hears(ada):
    """redis-py's own time-out is 5 seconds, ours is 15: nothing of it reaches a page."""
    async with page_of(ada) as client:
        await client.until("hello")
        await in_the_group(ada)
        await asyncio.sleep(17)
        await announce(ada, 1)
        assert (await client.receive())["type"] == "changed"


# --- Who may come, and stay ---


async def test_who_is_not_signed_in_has_no_news():
    async with page_of(None) as client:
        assert (await client.until("error"))["code"] == "no-such-page"
        assert await client.until_closed() == 4404


@pytest.mark.parametrize(
    "frame",
    [
        {"text": "no JSON"},
        {"text": "[]"},
        {"text": '{"type": []}'},
        {"text": '{"type": "say", "text": "hello"}'},
        {"bytes": b"\x00\x01"},
    ],
)
async def test_what_is_no_ping_is_refused_and_ends_the_socket_when_it_does_not_stop(ada, frame):
    async with page_of(ada) as client:
        await client.until("hello")
        await client.send(**frame)
        assert (await client.until("refused"))["code"] == "bad-message"
        for _ in range(20):
            await client.send(**frame)
        assert await client.until_closed() in (4400, 4429)  # whichever comes first: wrong, or too much


async def test_a_flood_ends_the_socket_and_what_follows_is_dropped(ada):
    async with page_of(ada) as client:
        await client.until("hello")
        for _ in range(500):
            await client.say(type="ping")
        assert await client.until_closed() == 4429
        assert await client.socket.receive_nothing()
        assert client.socket.input_queue.empty()  # read to the end, so that the server keeps none of it


async def test_who_is_banned_is_sent_away(ada, monkeypatch):
    monkeypatch.setattr("games.live.live_server.CHECK_INTERVAL_SECONDS", 0.05)
    async with page_of(ada) as client:
        await client.until("hello")
        await Player.objects.filter(pk=ada.pk).aupdate(is_active=False)
        assert await client.until_closed() == 4401


async def test_who_is_silent_for_long_is_sent_away(ada, monkeypatch):
    monkeypatch.setattr("games.live.live_server.IDLE_CHECK_INTERVAL_SECONDS", 0.05)
    monkeypatch.setattr("games.live.socket_registry.IDLE_TIMEOUT_SECONDS", 0.5)
    async with page_of(ada) as client:
        await client.until("hello")
        assert await client.until_closed() == 4408


async def test_a_process_that_leaves_tells_its_pages(ada):
    async with page_of(ada) as client:
        await client.until("hello")
        await say_goodbye(2.0)
        assert (await client.until("restart"))["within"] == 2000


async def test_an_address_without_an_account_has_so_many_pages_open_and_no_more(settings):
    settings.SOCKETS_PER_ADDRESS = 1
    async with page_of(None) as first:
        await first.until_closed()  # nobody's own page: and yet it counts until it has gone
        async with page_of(None) as second:
            assert await second.until_closed() == 4429


async def test_a_player_has_so_many_pages_open_and_no_more(ada, monkeypatch):
    monkeypatch.setattr("games.live.admission.PAGE_SOCKETS_PER_PLAYER", 2)
    async with page_of(ada) as first, page_of(ada) as second:
        await first.until("hello")
        await second.until("hello")
        async with page_of(ada) as third:
            assert await third.until_closed() == 4429
    async with page_of(ada) as again:
        await again.until("hello")
