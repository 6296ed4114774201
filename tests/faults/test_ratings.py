"""Ratings while the worker is killed: everything is counted, and once."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.faults.games import log
from tests.faults.site import Site

pytestmark = pytest.mark.faults

TIMEOUT_SECONDS = 90
MATCHES = 40_000
# Everything that the formulas have made of a pool, in one number.
DIGEST = """
SELECT count(*), md5(string_agg(concat_ws(' ', match_id, player_id, number, float8send(before), float8send(after)), '|'
    ORDER BY player_id, number)) FROM ratings_ratingchange WHERE pool_id = 'pot-de-vin-solo'
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Without web processes: nobody but the worker."""
    site = Site(tmp_path_factory.mktemp("ratings"), webs=0)
    try:
        site.start()
        yield site
    finally:
        site.stop()


def run(site: Site, *command: str) -> int:
    """Does something in the database of the site, and says how the process ended."""
    return site.launch("rating", "-m", "tests.faults.rating", *command).wait(TIMEOUT_SECONDS)


def until(question: Callable[[], Any]) -> Any:
    give_up_at = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < give_up_at:
        if answer := question():
            return answer
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def test_a_match_whose_nudge_was_lost_is_settled_once(site: Site) -> None:
    assert run(site, "finish") == -9
    assert site.query("SELECT handed_over FROM games_match") == [(False,)]
    site.start_worker()
    began_at = time.monotonic()
    until(lambda: site.query("SELECT FROM ratings_ratedmatch WHERE state = 'settled'"))
    log.info("lost nudge: settled %.1f s after the worker was started", time.monotonic() - began_at)
    run(site, "nudge")
    until(lambda: not waiting(site))
    changes = site.query("SELECT count(*), count(DISTINCT player_id), max(number) FROM ratings_ratingchange")
    assert changes == [(4, 4, 1)]
    assert site.query("SELECT sum(games), round(sum(rating)) FROM ratings_standing") == [(4, 6000)]


def test_a_match_is_settled_as_soon_as_it_is_finished(site: Site) -> None:
    """The worker still runs; the nudge wakes it long before the sweep would."""
    (before,) = site.query("SELECT count(*) FROM ratings_ratedmatch")
    playing = site.launch("playing", "-m", "tests.faults.rating", "play")
    query = "SELECT count(*) FROM ratings_ratedmatch WHERE state = 'settled'"
    until(lambda: site.query(query) > [before])
    ((seconds,),) = site.query(
        "SELECT extract(epoch FROM clock_timestamp() - max(finished_at)) FROM ratings_ratedmatch"
    )
    log.info("settled %.2f s after the last move", seconds)
    assert playing.wait(TIMEOUT_SECONDS) == 0
    site.kill_worker()


def waiting(site: Site) -> int:
    """Tasks that nobody has taken."""
    from redis import Redis

    with Redis.from_url(site.servers.redis_url) as bus:
        return int(bus.llen("celery:celery"))


def unfinished(site: Site) -> list[tuple[Any, ...]]:
    return site.query("SELECT id FROM ratings_replay WHERE finished_at IS NULL")


def is_at_work(site: Site) -> bool:
    """Whether rows are being written that nobody sees yet."""
    return bool(site.query("SELECT FROM pg_stat_activity WHERE starts_with(query, 'COPY ratings_ratingchange')"))


def test_a_worker_killed_in_mid_replay_is_followed_by_one_that_begins_again(site: Site) -> None:
    ((rated,),) = site.query("SELECT count(*) FROM ratings_ratedmatch WHERE pool_id = 'pot-de-vin-solo'")
    assert run(site, "fill", str(MATCHES)) == 0
    assert run(site, "rebuild") == 0
    before = site.query(DIGEST)
    ((replay,),) = unfinished(site)
    site.start_worker()
    until(lambda: is_at_work(site))
    site.kill_worker()
    assert unfinished(site) == [(replay,)]
    assert site.query(DIGEST) == before  # nobody has seen any of it
    began_at = time.monotonic()
    site.start_worker()
    try:
        until(lambda: not unfinished(site))
        log.info("killed, done %.1f s after the next start", time.monotonic() - began_at)
        done = site.query("SELECT id, matches FROM ratings_replay ORDER BY id DESC LIMIT 1")
        assert done == [(replay, MATCHES + rated)]
        ((rows, digest),) = site.query(DIGEST)
        assert rows == 4 * (MATCHES + rated)
        run(site, "rebuild")  # undisturbed, to compare
        until(lambda: not unfinished(site))
        assert site.query(DIGEST) == [(rows, digest)]
    finally:
        site.kill_worker()
