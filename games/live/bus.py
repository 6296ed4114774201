"""Listening to the other processes. A connection that breaks is made anew, and then everything is looked at again."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

import structlog
from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.live.gathering import Gathering
from games.services.announcements import CHANNEL, OURS, News, read, written

log = structlog.get_logger("guildhall.live")
AGAIN_AFTER = 0.5
PATIENCE = 2.0


class Bus:
    """This process's ear and voice."""

    def __init__(self, hear: Callable[[News], Awaitable[None]], catch_up: Callable[[], Awaitable[None]]) -> None:
        self.hear, self.catch_up = hear, catch_up
        self.gathered = Gathering[News](self.say)
        # By protocol 3 the library writes all that it hears into a line for a log that nobody reads.
        self.redis = Redis.from_url(settings.REDIS_URL, protocol=2, **settings.REDIS_TIMEOUTS)  # type: ignore[arg-type]
        # Whether nobody else listens, as far as we know; and how often we have heard of others.
        self.is_alone, self.heard = False, 0

    async def listen(self) -> None:
        """For as long as the process lives."""
        while True:
            try:
                await self.listen_once()
            except (RedisError, OSError) as error:
                log.warning("bus lost", error=type(error).__name__)
            except Exception:
                log.exception("bus lost")  # whatever it was, a process must not go deaf
            await asyncio.sleep(AGAIN_AFTER)

    async def listen_once(self) -> None:
        async with self.redis.pubsub(ignore_subscribe_messages=True) as pubsub:
            await pubsub.subscribe(CHANNEL)
            await self.publish([])  # whoever has been alone hears that we listen now, before we look at the database
            await self.catch_up()
            while True:
                message = await pubsub.get_message(timeout=5)
                if message is None:
                    await pubsub.ping()
                elif message["type"] == "message":
                    await self.hear_all(message["data"])

    async def hear_all(self, text: bytes) -> None:
        if not text.startswith(OURS):
            self.heard += 1
            self.is_alone = False
            for one in read(text):
                await self.hear(one)

    async def look_who_listens(self) -> None:
        """Where one process serves everyone, nobody needs to be told, and a move costs a fifth less."""
        heard, listeners = self.heard, 0
        with suppress(RedisError, OSError):
            async with asyncio.timeout(PATIENCE):
                ((_, listeners),) = await self.redis.pubsub_numsub(CHANNEL)
        self.is_alone = listeners == 1 and heard == self.heard

    def say_soon(self, news: News) -> None:
        """With whatever else is to be said in this moment."""
        if not self.is_alone:
            self.gathered.add(news)

    async def say(self, news: Collection[News]) -> None:
        if not self.is_alone:
            await self.publish(news)

    async def publish(self, news: Collection[News]) -> None:
        """Never waits long, never fails: what is said stands in the database."""
        with suppress(RedisError, OSError):
            async with asyncio.timeout(PATIENCE):
                await self.redis.publish(CHANNEL, written(news))
