"""Every test gets a hub of its own, and leaves nothing running behind it."""

import asyncio

import pytest
from asgiref.sync import sync_to_async
from django.db import connections

from games.live.hub import HUBS


@pytest.fixture(autouse=True)
async def fresh_hub():
    yield
    if hub := HUBS.pop(asyncio.get_running_loop(), None):
        await hub.close()
    await sync_to_async(connections.close_all)()
