"""Every test gets a live server of its own, and leaves nothing running behind it."""

import asyncio
from contextlib import suppress

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from games.live.group_member import GroupMember
from games.live.live_server import LIVE_SERVERS
from games.services.announcements import MATCHES_GROUP, MATCHES_LAYER
from tests.layers import members_of

LEAVE_TIMEOUT_SECONDS = 5


@pytest.fixture(autouse=True)
async def fresh_live_server():
    GroupMember.retry_at = 0.0  # a bus that was away in the test before
    await until_nobody_listens()
    yield
    if server := LIVE_SERVERS.pop(asyncio.get_running_loop(), None):
        await server.close()
    await sync_to_async(connections.close_all)()


async def until_nobody_listens() -> None:
    """Wait until the process of the test before has left the group, or it would be taken for this one's."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LEAVE_TIMEOUT_SECONDS):
            while await members_of(MATCHES_LAYER, MATCHES_GROUP):
                await asyncio.sleep(0.01)


@pytest.fixture
def no_reconciliation(monkeypatch):
    """Only announcements tell of changes."""
    monkeypatch.setattr("games.live.live_server.RECONCILE_INTERVAL_SECONDS", 3600)
    monkeypatch.setattr("games.live.announcements.PROBE_INTERVAL_SECONDS", 3600)
