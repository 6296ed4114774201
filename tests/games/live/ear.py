"""Another process that listens to the bus, as far as ours can see."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.conf import settings
from redis.asyncio import Redis
from redis.asyncio.client import PubSub

from games.live.hub import hub
from games.services.announcements import CHANNEL, written


@asynccontextmanager
async def ear_on_the_bus() -> AsyncIterator[PubSub]:
    async with Redis.from_url(settings.REDIS_URL) as redis, redis.pubsub(ignore_subscribe_messages=True) as ear:
        await ear.subscribe(CHANNEL)
        await redis.publish(CHANNEL, written([], origin="another process"))  # which says so when it begins to listen
        while hub().bus.is_alone:
            await asyncio.sleep(0.01)
        yield ear
