"""Ratings while the worker is killed: everything is counted, and once."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.faults.games import log
from tests.faults.site import Site

pytestmark = pytest.mark.faults

TIMEOUT_SECONDS = 90
MATCHES = 150_000
# Everything that a revision says, in one number.
DIGEST = """
SELECT sum(cardinality(matches)), md5(string_agg(concat_ws(' ', player_id, number, since, matches,
    (SELECT string_agg(float8send(rating)::text, ',' ORDER BY place) FROM unnest(ratings) WITH ORDINALITY
        AS x (rating, place))), '|' ORDER BY player_id, number)) FROM ratings_folio WHERE revision_id = %s
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
    folios = site.query("SELECT count(*), count(DISTINCT player_id), max(cardinality(matches)) FROM ratings_folio")
    assert folios == [(4, 4, 1)]
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


def building(site: Site) -> list[tuple[Any, ...]]:
    return site.query("SELECT id, matches FROM ratings_revision WHERE state = 'building'")


def live(site: Site) -> int:
    return int(site.query("SELECT id FROM ratings_revision WHERE state = 'live' AND pool_id = 'pot-de-vin-solo'")[0][0])


def test_a_worker_killed_in_mid_rebuild_is_followed_by_one_that_begins_again(site: Site) -> None:
    ((rated,),) = site.query("SELECT count(*) FROM ratings_ratedmatch WHERE pool_id = 'pot-de-vin-solo'")
    assert run(site, "fill", str(MATCHES)) == 0
    assert run(site, "rebuild") == 0
    ((revision, _),) = building(site)
    site.start_worker()
    until(lambda: [1 for _, matches in building(site) if matches])
    site.kill_worker()
    ((_, matches),) = building(site)
    assert 0 < matches < MATCHES
    assert site.query("SELECT FROM ratings_folio WHERE revision_id = %s", revision) == []  # nobody sees any of it
    began_at = time.monotonic()
    site.start_worker()
    try:
        until(lambda: not building(site))
        log.info("killed after %d matches, done %.1f s after the next start", matches, time.monotonic() - began_at)
        assert live(site) == revision
        assert site.query("SELECT matches, attempts > 1 FROM ratings_revision WHERE id = %s", revision) == [
            (MATCHES + rated, True)
        ]
        ((rows, digest),) = site.query(DIGEST, revision)
        run(site, "rebuild")  # undisturbed, to compare
        until(lambda: not building(site))
        assert live(site) != revision
        assert site.query(DIGEST, live(site)) == [(rows, digest)]
    finally:
        site.kill_worker()
