"""The bot that docs/ shows to strangers, as they would run it."""

import json
import subprocess
import sys

import pytest

from config.embedded import CHECKOUT
from tests.faults.site import Site

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
