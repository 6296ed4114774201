"""Whole tournaments with bots, through the services and the database; judged from their public documents."""

import json
import os
import subprocess
import sys
from io import StringIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from config.embedded import CHECKOUT
from games.models import Match
from players.models import Player
from tests.tournaments import document_check
from tournaments.models import Tournament

# Every format, every way to play.
EVENTS = [
    ("swiss", "solo", 11),
    ("swiss", "pairs-4", 7),
    ("elimination", "solo-6", 13),
    ("elimination", "pairs-4", 9),
    ("double-elimination", "pairs-6", 8),
    ("double-elimination", "solo", 9),
    ("round-robin", "pairs-6", 5),
    ("round-robin", "solo-6", 8),
    ("groups-elimination", "solo", 11),
    ("swiss-elimination", "solo", 12),
    ("swiss-elimination", "pairs-6", 8),
]


def rehearse(**options) -> dict[str, Any]:
    """The document that the command prints."""
    out = StringIO()
    call_command("tournament_rehearse", stdout=out, stderr=StringIO(), **options)
    return json.loads(out.getvalue())


@pytest.mark.django_db
@pytest.mark.parametrize(("format_name", "mode", "entries"), EVENTS)
def test_a_tournament_of_every_format_is_played_to_its_ranking(format_name, mode, entries):
    """One drops, one does not come and one comes late; the independent check finds nothing wrong with it."""
    document = rehearse(format=format_name, mode=mode, entries=entries, seed="a", drops=1, no_shows=1, late=1)
    assert document["status"] == "finished"
    assert sorted(line["entry"] for line in document["ranking"]) == list(range(1, entries + 1))
    assert sum(entry["status"] == "dropped" for entry in document["entries"]) == 1
    assert document_check.check(document) == []


@pytest.mark.django_db
def test_a_rehearsal_leaves_nothing_behind():
    rehearse(format="swiss", mode="solo", entries=4, rounds=2)
    assert not Tournament.objects.exists()
    assert not Match.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_command_prints_the_document_and_nothing_else():
    """As an organiser calls it: what it prints can be kept as a file, and lines of the log do not get into it."""
    database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}").geturl()
    command = [sys.executable, "manage.py", "tournament_rehearse", "--entries", "4"]
    variables = os.environ | {"DATABASE_URL": database, "LOG_LEVEL": "INFO"}
    said = subprocess.run(command, cwd=CHECKOUT, env=variables, check=True, capture_output=True, text=True)
    assert document_check.check(json.loads(said.stdout)) == []
    assert "tournament step" in said.stderr


@pytest.mark.django_db
def test_the_same_seed_gives_the_same_places():
    """All but the keys of the matches is drawn from the words that are given."""
    first, second = (rehearse(format="swiss", mode="solo", entries=8, rounds=3, seed="again") for _ in range(2))
    assert places(first) == places(second)
    assert first["ranking"] == second["ranking"]


def places(document: dict[str, Any]) -> list[Any]:
    tables = [table for one in document["stages"][0]["rounds"] for table in one["tables"]]
    return [(table["entries"], table["outcome"]) for table in tables]


@pytest.mark.django_db
def test_a_rehearsal_that_is_kept_is_marked_and_in_no_list(client):
    rehearse(format="elimination", mode="pairs-4", entries=4, keep=True)
    kept = Tournament.objects.get()
    assert kept.rehearsal
    assert not kept.rated
    assert kept.name not in client.get("/tournaments/?when=past").content.decode()


@pytest.mark.parametrize("wrong", [{"entries": 2}, {"entries": 4, "drops": 3, "late": 2}, {"entries": 5, "drops": -1}])
def test_what_cannot_be_rehearsed_is_said(wrong):
    with pytest.raises(CommandError):
        rehearse(format="swiss", mode="solo", **wrong)
