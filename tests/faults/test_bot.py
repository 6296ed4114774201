"""The bot that docs/ shows to strangers, as they would run it."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

import pytest

from config.embedded import CHECKOUT
from tests.faults.site import Site
from tests.tournaments import document_check

pytestmark = pytest.mark.faults


def test_three_of_them_play_a_whole_game(site: Site) -> None:
    (table,) = site.seed("solo-3", tokens=True)
    command = [sys.executable, str(CHECKOUT / "docs" / "bot.py"), site.address(0, table["key"])]
    bots = [
        subprocess.Popen([*command, token], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for token in table["tokens"]
    ]
    try:
        said = [bot.communicate(timeout=60) for bot in bots]
    finally:
        for bot in bots:
            bot.kill()
    assert [complaints for _, complaints in said] == ["", "", ""]
    ((status, result),) = site.query("SELECT status, result FROM games_match WHERE id = %s", table["match"])
    assert status == "finished"
    assert [json.loads(output) for output, _ in said] == [result] * 3
    assert site.query("SELECT DISTINCT by FROM games_event WHERE match_id = %s", table["match"]) == [("player",)]


def call(site: Site, token: str, method: str, path: str, body: Any = None) -> Any:
    """A call of the interface for programs, by the first web process."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}"}
    request = Request(f"http://127.0.0.1:{site.ports[0]}/api/v1/{path}", data, headers, method=method)
    with urlopen(request, timeout=20) as response:  # noqa: S310
        return json.load(response)


def until(happens: Callable[[], Any], seconds: float = 90) -> Any:
    give_up_at = time.monotonic() + seconds
    while not (found := happens()):
        assert time.monotonic() < give_up_at
        time.sleep(0.2)
    return found


def test_four_of_them_play_a_tournament_and_survive_the_death_of_their_server(site: Site) -> None:
    """Two rounds. In the first the web process that serves their sockets is killed and comes back."""
    (seeded,) = site.seed("solo-4", tokens=True)
    site.start_worker()
    tokens, owner = seeded["tokens"], seeded["tokens"][0]
    new = {"name": "Bots", "settings": {"rounds": 2}, "check_in_minutes": 0, "pace": "relaxed"}
    slug = call(site, owner, "POST", "tournaments", new)["slug"]
    site.query("UPDATE tournaments_tournament SET lead_seconds = 3 WHERE slug = %s RETURNING id", slug)
    command = [sys.executable, str(CHECKOUT / "docs" / "bot.py"), f"http://127.0.0.1:{site.ports[0]}"]
    bots = [
        subprocess.Popen([*command, token, slug], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for token in tokens
    ]
    try:
        until(lambda: len(call(site, owner, "GET", f"tournaments/{slug}")["entries"]) == 4)
        state = call(site, owner, "GET", f"tournaments/{slug}/acts")["state"]
        call(site, owner, "POST", f"tournaments/{slug}/acts", {"act": "start", "state": state})
        moves = (
            "SELECT event.id FROM games_event AS event JOIN games_match AS match ON match.id = match_id WHERE sealed"
        )
        until(lambda: len(site.query(moves)) > 10)
        site.kill_web(0)
        site.start_webs([0])
        said = [bot.communicate(timeout=150) for bot in bots]
    finally:
        for bot in bots:
            bot.kill()
        site.kill_worker()
    assert [complaints for _, complaints in said] == [""] * 4
    lines = [output.splitlines() for output, _ in said]
    assert [[line.rpartition(" ")[2] for line in own[1:3]] for own in lines] == [["played", "played"]] * 4
    document = call(site, owner, "GET", f"tournaments/{slug}")
    places = sorted(line["place"] for line in document["ranking"])
    assert sorted(int(own[-1].removeprefix("finished: place ")) for own in lines) == places
    assert document_check.check(document) == []
    assert [table["no_shows"] for one in document["stages"][0]["rounds"] for table in one["tables"]] == [[], []]
    by = "SELECT DISTINCT by FROM games_event JOIN games_match AS match ON match.id = match_id WHERE sealed"
    assert site.query(by) == [("player",)]


def test_it_lists_what_one_can_enter(site: Site) -> None:
    (seeded,) = site.seed("solo-3", tokens=True)
    token = seeded["tokens"][0]
    slug = call(site, token, "POST", "tournaments", {"name": "To be entered"})["slug"]
    bot = [sys.executable, str(CHECKOUT / "docs" / "bot.py"), f"http://127.0.0.1:{site.ports[0]}"]
    listed = subprocess.run([*bot, token], capture_output=True, text=True, timeout=60, check=True)
    assert listed.stdout.startswith(f"{slug}: To be entered, swiss, 0 in")
    refused = subprocess.run([*bot, token, "nowhere"], capture_output=True, text=True, timeout=60, check=False)
    assert (refused.returncode, refused.stderr) == (1, "There is no such thing here.\n")
