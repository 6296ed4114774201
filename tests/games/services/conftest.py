"""What tests of services listen to."""

from collections.abc import Callable, Iterator

import pytest

from games.services.announcements import CHANNEL, News, bus, read


@pytest.fixture
def announced() -> Iterator[Callable[[], list[list[News]]]]:
    """What is said on the bus, one list for each announcement."""
    ear = bus().pubsub(ignore_subscribe_messages=True)
    ear.subscribe(CHANNEL)
    ear.get_message(timeout=5)

    def heard() -> list[list[News]]:
        found = []
        while message := ear.get_message(timeout=0.3):
            found.append(read(message["data"]))
        return found

    yield heard
    ear.close()
