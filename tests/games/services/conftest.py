"""What tests of services listen to."""

import asyncio
import time
from collections.abc import Callable, Iterator
from threading import Thread

import pytest

from games.services.announcements import MATCHES_GROUP, MATCHES_LAYER, OUTBOX, MatchChange, changes_in
from tests.layers import TIMEOUT_SECONDS, GroupListener, until_in_group


@pytest.fixture
def announced() -> Iterator[Callable[[], list[list[MatchChange]]]]:
    """Return what has been announced since the last call, one list for each message."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()

    def run(work):
        return asyncio.run_coroutine_threadsafe(work, loop).result(TIMEOUT_SECONDS)

    listener = GroupListener(MATCHES_LAYER, MATCHES_GROUP)
    run(listener.listen())
    run(until_in_group(MATCHES_LAYER, MATCHES_GROUP))

    def heard() -> list[list[MatchChange]]:
        while OUTBOX.is_sending:
            time.sleep(0.01)
        run(listener.until_all_heard())
        messages, listener.heard = listener.heard, []
        return [changes_in(message) for message in messages]

    yield heard
    run(listener.close())
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
