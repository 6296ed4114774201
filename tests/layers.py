"""Channel layers in tests: what is sent to a group, who listens, and a layer on another bus."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from typing import Any

from channels.layers import channel_layers
from django.conf import settings as site_settings
from redis.asyncio import Redis

TIMEOUT_SECONDS = 20


class GroupListener:
    """Keeps what is sent to a group, over a layer of its own, as another process would have it."""

    def __init__(self, layer: str, group: str) -> None:
        self.layer, self.group = channel_layers.make_backend(layer), group
        self.heard: list[dict[str, Any]] = []

    async def listen(self) -> None:
        channel = await self.layer.new_channel()
        await self.layer.group_add(self.group, channel)
        self.listening = asyncio.create_task(self.receive(channel))

    async def receive(self, channel: str) -> None:
        while True:
            message = await self.layer.receive(channel)
            self.heard.append(message)

    async def until_version(self, version: int) -> dict[str, Any]:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not any(one["version"] == version for one in self.heard):
                await asyncio.sleep(0.01)
        return next(one for one in self.heard if one["version"] == version)

    async def until_all_heard(self) -> None:
        """Wait until everything has arrived that was sent before."""
        marker = {"type": "marker"}
        await self.layer.group_send(self.group, marker)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while marker not in self.heard:
                await asyncio.sleep(0.005)
        self.heard.remove(marker)

    async def close(self) -> None:
        self.listening.cancel()
        await asyncio.wait([self.listening])
        await self.layer.flush()


@asynccontextmanager
async def group_listener(layer: str, group: str) -> AsyncIterator[GroupListener]:
    listener = GroupListener(layer, group)
    await listener.listen()
    await until_in_group(layer, group)
    yield listener
    await listener.close()


def channel_of_group(layer: str, group: str) -> str:
    """Return the name under which Valkey knows a group."""
    return f"{site_settings.CHANNEL_LAYERS[layer]['CONFIG']['prefix']}__group__{group}"


async def members_of(layer: str, group: str, url: str = "") -> int:
    """Return how many processes, as Valkey sees them, listen to a group."""
    async with Redis.from_url(url or site_settings.REDIS_URL) as redis:
        return int((await redis.pubsub_numsub(channel_of_group(layer, group)))[0][1])


async def until_in_group(layer: str, group: str, url: str = "", members: int = 1) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while await members_of(layer, group, url) < members:
            await asyncio.sleep(0.01)


def use_layer_at(settings: Any, url: str, layer: str = "default") -> None:
    """From now on a layer of Channels speaks to that bus."""
    layers = deepcopy(settings.CHANNEL_LAYERS)
    layers[layer]["CONFIG"]["hosts"][0]["address"] = url
    settings.CHANNEL_LAYERS = layers
