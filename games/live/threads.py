"""Threads on which live tables call selectors and services, so that a slow query holds up no other table."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from channels.db import database_sync_to_async

Answer = TypeVar("Answer")
TABLE_THREADS = ThreadPoolExecutor(4, thread_name_prefix="tables")
# The heartbeat must get through however many people come, and a bot that thinks must not hold up either.
HEARTBEAT_THREAD = ThreadPoolExecutor(1, thread_name_prefix="heartbeat")
BOT_THREAD = ThreadPoolExecutor(1, thread_name_prefix="bots")
PAGE_THREADS = ThreadPoolExecutor(2, thread_name_prefix="pages")


def in_thread(function: Callable[..., Answer], executor: ThreadPoolExecutor = TABLE_THREADS) -> Callable[..., Any]:
    """Turn a function that uses Django's ORM into one that the event loop can await."""
    return database_sync_to_async(function, thread_sensitive=False, executor=executor)


def in_page_thread(function: Callable[..., Answer]) -> Callable[..., Any]:
    """The same for what pages read."""
    return in_thread(function, PAGE_THREADS)
