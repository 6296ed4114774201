"""Every test gets a live server of its own, and leaves nothing running behind it."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from games.live.live_server import LIVE_SERVERS


@pytest.fixture(autouse=True)
async def fresh_live_server():
    yield
    if server := LIVE_SERVERS.pop(asyncio.get_running_loop(), None):
        await server.close()
    await sync_to_async(connections.close_all)()


@pytest.fixture
def no_reconciliation(monkeypatch):
    """Only announcements tell of changes."""
    monkeypatch.setattr("games.live.live_server.RECONCILE_INTERVAL_SECONDS", 3600)
    monkeypatch.setattr("games.live.announcements.PROBE_INTERVAL_SECONDS", 3600)
