"""Whole tournaments while the worker and the web processes are killed: every step once, and the right ranking."""

import itertools
import json
import subprocess
import sys
import time
from typing import Any

import pytest

from config.embedded import CHECKOUT
from tests.faults.games import log
from tests.faults.site import Site
from tests.tournaments import document_check
from tests.tournaments.last_stage_order import last_stage_order

pytestmark = pytest.mark.faults

SECONDS_TO_FIRST_KILL = 2.0
SECONDS_BETWEEN_KILLS = 5.0
LONG = [
    ("swiss-elimination", "solo", 9),
    ("elimination", "pairs-4", 8),
    ("double-elimination", "pairs-6", 7),
    ("round-robin", "solo", 5),
    ("groups-elimination", "solo-6", 12),
]


def play_under_fire(site: Site, format_name: str, mode: str, entries: int) -> dict[str, Any]:
    """The document of a tournament during which parts are killed in turn."""
    site.start_worker()
    people = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.tournament", format_name, mode, str(entries)],
        cwd=CHECKOUT,
        env=site.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    kills = 0
    for turn in itertools.count():
        try:
            out, _ = people.communicate(timeout=SECONDS_BETWEEN_KILLS if turn else SECONDS_TO_FIRST_KILL)
            break
        except subprocess.TimeoutExpired:
            kills += 1
            if turn % 3 == 2:
                site.kill_web(0)
                site.start_webs([0])
            else:
                site.kill_worker()
                site.start_worker()
    site.kill_worker()
    assert people.returncode == 0
    log.info("%s, %s: %d entries, %d kills", format_name, mode, entries, kills)
    assert kills
    return dict(json.loads(out))


def judge(site: Site, document: dict[str, Any]) -> None:
    """The ranking is that of the pure formats; every step was taken once; no move was lost or stored twice."""
    assert document["status"] == "finished"
    assert document_check.check(document) == []
    assert [line["entry"] for line in document["ranking"]][: len(last_stage_order(document))] == last_stage_order(
        document
    )
    tables = [table for stage in document["stages"] for one in stage["rounds"] for table in one["tables"]]
    assert all(len(table["matches"]) <= 1 for table in tables)
    steps = site.query(
        "SELECT act, facts->>'stage', facts->>'round', count(*) FROM tournaments_logline JOIN tournaments_tournament"
        " ON tournament_id = tournaments_tournament.id WHERE slug = %s"
        " AND act IN ('start', 'begin-stage', 'pair', 'publish', 'finish-round', 'finish-stage', 'finish')"
        " GROUP BY 1, 2, 3 HAVING count(*) > 1",
        document["slug"],
    )
    assert steps == []


def test_a_swiss_survives_its_worker_and_its_web_process(site: Site) -> None:
    judge(site, play_under_fire(site, "swiss", "solo", 8))


@pytest.mark.long
@pytest.mark.parametrize(("format_name", "mode", "entries"), LONG)
def test_every_format_survives_its_worker_and_its_web_process(site: Site, format_name, mode, entries) -> None:
    began_at = time.monotonic()
    judge(site, play_under_fire(site, format_name, mode, entries))
    log.info("%s: %.0f s", format_name, time.monotonic() - began_at)
