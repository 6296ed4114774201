"""What a page would hear, and a channel layer on another bus."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any

from channels.layers import get_channel_layer

PATIENCE = 20


class PageEar:
    """Keeps what has been sent to a group."""

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
        async with asyncio.timeout(PATIENCE):
            while not any(one["version"] == version for one in self.heard):
                await asyncio.sleep(0.01)
        return next(one for one in self.heard if one["version"] == version)


@asynccontextmanager
async def ear_for(group: str) -> AsyncIterator[PageEar]:
    ear = PageEar(group)
    await ear.listen()
    yield ear
    ear.listening.cancel()
    await asyncio.wait([ear.listening])


def use_layer_at(settings: Any, url: str) -> None:
    """From now on Channels' layer speaks to that bus."""
    layers = deepcopy(settings.CHANNEL_LAYERS)
    layers["default"]["CONFIG"]["hosts"][0]["address"] = url
    settings.CHANNEL_LAYERS = layers
