"""Listens to announcements of changed pages in tests, and points the channel layer at another bus."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any

from channels.layers import get_channel_layer

from players.services.live_pages import PageChanged

WAIT_LIMIT_SECONDS = 20


class PageListener:
    """Collects the messages that are sent to a group."""

    def __init__(self, group: str) -> None:
        self.group = group
        self.heard: list[dict[str, Any]] = []

    async def listen(self) -> None:
        layer = get_channel_layer()
        channel = await layer.new_channel()
        await layer.group_add(self.group, channel)
        self.listening = asyncio.create_task(self.hear(layer, channel))

    async def hear(self, layer: Any, channel: str) -> None:
        while True:
            self.heard.append(await layer.receive(channel))

    async def until_version(self, version: int) -> dict[str, Any]:
        async with asyncio.timeout(WAIT_LIMIT_SECONDS):
            while not any(one["version"] == version for one in self.heard):
                await asyncio.sleep(0.01)
        return next(one for one in self.heard if one["version"] == version)


def page_changed(since: int, version: int, *parts: str) -> PageChanged:
    """Return the message that these parts have changed."""
    return PageChanged(type="page.changed", layout=1, parts=list(parts), since=since, version=version)


@asynccontextmanager
async def listening_to(group: str) -> AsyncIterator[PageListener]:
    listener = PageListener(group)
    await listener.listen()
    yield listener
    listener.listening.cancel()
    await asyncio.wait([listener.listening])


def use_layer_at(settings: Any, url: str) -> None:
    """Point the channel layer at the bus with this URL."""
    layers = deepcopy(settings.CHANNEL_LAYERS)
    layers["default"]["CONFIG"]["hosts"][0]["address"] = url
    settings.CHANNEL_LAYERS = layers
