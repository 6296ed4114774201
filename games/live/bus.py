"""Listening to the other processes. A connection that breaks is made anew, and then everything is looked at again."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import structlog
from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from games.services.announcements import CHANNEL, ORIGIN, News, read, written

log = structlog.get_logger("guildhall.live")
AGAIN_AFTER = 0.5
PATIENCE = 2.0


class Bus:
    """This process's ear and voice."""

    def __init__(self, hear: Callable[[News], Awaitable[None]], resync: Callable[[], Awaitable[None]]) -> None:
        self.hear, self.resync = hear, resync
        self.news: list[News] = []
        self.saying: asyncio.Task[None] | None = None
        self.redis = Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)  # type: ignore[arg-type]

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
            await self.resync()
            while True:
                message = await pubsub.get_message(timeout=5)
                if message is None:
                    await pubsub.ping()
                elif isinstance(message["data"], bytes):
                    await self.hear_all(message["data"].decode(errors="replace"))

    async def hear_all(self, text: str) -> None:
        origin, news = read(text)
        if origin != ORIGIN:
            for one in news:
                await self.hear(one)

    def say_soon(self, news: News) -> None:
        """What happens in the same moment goes out in one message."""
        self.news.append(news)
        if self.saying is None:
            self.saying = asyncio.create_task(self.say_all())

    async def say_all(self) -> None:
        try:
            while self.news:
                news, self.news = self.news, []
                await self.say(news)
        finally:
            self.saying = None

    async def say(self, news: Sequence[News]) -> None:
        """Never waits long, never fails: what is said stands in the database."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.redis.publish(CHANNEL, written(news))
        except (RedisError, OSError):
            return
