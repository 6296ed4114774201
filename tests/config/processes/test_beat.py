"""Two beats share one lease: only its holder sends tasks."""

import pytest

from config.bus import bus
from config.celery import app
from config.processes import beat


@pytest.fixture
def schedulers() -> list[beat.LeasedScheduler]:
    bus().delete(beat.LEASE_KEY)
    return [beat.LeasedScheduler(app=app, lazy=True) for _ in range(2)]


def test_only_one_beat_holds_the_lease_and_keeps_it(schedulers):
    first, second = schedulers
    assert [first.holds_lease(), second.holds_lease(), first.holds_lease()] == [True, False, True]


def test_the_other_takes_over_when_the_lease_is_given_back(schedulers):
    first, second = schedulers
    first.holds_lease()
    first.close()
    assert second.holds_lease()


def test_the_other_takes_over_when_the_holder_died(schedulers):
    first, second = schedulers
    first.holds_lease()
    assert 0 < bus().ttl(beat.LEASE_KEY) <= beat.LEASE_SECONDS
    bus().delete(beat.LEASE_KEY)  # what the passing of time does
    assert second.holds_lease()


def test_a_beat_without_the_lease_sends_nothing(schedulers, monkeypatch):
    first, second = schedulers
    first.holds_lease()
    sent: list[object] = []

    def tick(*_args: object, **_kwargs: object) -> float:
        sent.append("tick")
        return 1.0

    monkeypatch.setattr("celery.beat.Scheduler.tick", tick)
    second.tick()
    assert not sent
    first.tick()
    assert sent
