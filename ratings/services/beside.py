"""Something that the database does beside what we ask of it ourselves."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from django.db import connection


@contextmanager
def beside() -> Iterator[ThreadPoolExecutor]:
    """A thread with a connection of its own, and so with transactions of its own."""
    with ThreadPoolExecutor(1) as thread:
        try:
            yield thread
        finally:
            thread.submit(lambda: connection.close())  # the thread's, not ours
