"""A database that the version before has made: its rows are the same to the last bit, and what was to be done is."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings

from tests.ratings.reference import Book, worked_out

BEFORE = Path(__file__).parent / "data" / "version_before_rows.sql"
OLD_BOOKS = 'SELECT match_id, players, sides, places, "left" FROM ratings_ratedmatch ORDER BY match_id'
BOOKS = """
SELECT match_id, array_agg(player_id ORDER BY seat), array_agg(side ORDER BY seat), array_agg(place ORDER BY seat),
    array_agg("left" ORDER BY seat)
FROM ratings_ratedseat GROUP BY match_id ORDER BY match_id
"""
OLD_GAMES = """
SELECT pool_id, player_id, number * 64 + place, match, ratings[place], ratings[place + 1]
FROM ratings_folio JOIN ratings_revision AS revision ON revision.id = revision_id,
    unnest(ratings_folio.matches) WITH ORDINALITY AS one (match, place)
WHERE revision.state = 'live' AND pool_id <> 'pot-de-vin-teams' ORDER BY 1, 2, 3
"""
GAMES = """
SELECT pool_id, player_id, number, match_id, before, after FROM ratings_ratingchange
WHERE pool_id <> 'pot-de-vin-teams' ORDER BY 1, 2, 3
"""
OLD_STANDINGS = """
SELECT pool_id, player_id, rating, games, wins, first_at, last_at, last_match
FROM ratings_standing JOIN ratings_revision AS revision ON revision.id = revision_id
WHERE revision.state = 'live' AND pool_id <> 'pot-de-vin-teams' ORDER BY 1, 2
"""
STANDINGS = """
SELECT pool_id, player_id, rating, games, wins, first_at, last_at, last_match_id FROM ratings_standing
WHERE pool_id <> 'pot-de-vin-teams' ORDER BY 1, 2
"""
TEAM_BOOKS = """
SELECT finished_at, match_id, array_agg(player_id ORDER BY seat), array_agg(side ORDER BY seat),
    array_agg(place ORDER BY seat)
FROM ratings_ratedmatch JOIN ratings_ratedseat USING (match_id)
WHERE pool_id = 'pot-de-vin-teams' AND state = 'settled' GROUP BY 1, 2
"""
TEAM_GAMES = "SELECT match_id, player_id, before, after FROM ratings_ratingchange WHERE pool_id = 'pot-de-vin-teams'"


def address_of(name: str) -> str:
    known = settings.DATABASES["default"]
    return f"postgresql://{known['USER']}:{known['PASSWORD']}@{known['HOST']}:{known['PORT']}/{name}"


@contextmanager
def made(name: str, template: str = "template1") -> Iterator[str]:
    """A database of our own beside the others."""
    with psycopg.connect(address_of("postgres"), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield name
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="module")
def made_before() -> Iterator[str]:
    """As the version before would have made it; the players are up to date."""
    with made(f"guildhall_before_rows_{os.getpid()}") as name:
        assert migrate(address_of(name), "players") == ""
        assert migrate(address_of(name), "ratings", "0006") == ""
        run(address_of(name), BEFORE.read_text())
        yield name


@pytest.fixture
def database(made_before: str) -> Iterator[str]:
    with made(f"{made_before}_copy", made_before) as name:
        yield address_of(name)


def migrate(database: str, *arguments: str) -> str:
    """What went wrong, if anything did."""
    environment = os.environ | {"DATABASE_URL": database}
    command = [sys.executable, "manage.py", "migrate", "--verbosity", "0", *arguments]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True)
    return done.stderr[-500:] if done.returncode else ""


def run(database: str, statements: str) -> None:
    with psycopg.connect(database) as there:
        there.execute(statements)


def asked(database: str, *questions: str) -> list[list[tuple[Any, ...]]]:
    with psycopg.connect(database) as there:
        return [there.execute(question).fetchall() for question in questions]


def test_what_was_stored_is_the_same_to_the_last_bit(database):
    old = asked(database, OLD_BOOKS, OLD_GAMES, OLD_STANDINGS)
    assert all(old)
    assert migrate(database, "ratings") == ""
    assert asked(database, BOOKS, GAMES, STANDINGS) == old


def test_what_was_being_worked_out_again_is_done_and_told(database):
    """A correction, a strike from a day on, and a result that had come late."""
    (old,) = asked(database, "SELECT revision_id, count(*) FROM ratings_correction GROUP BY 1 ORDER BY 1")
    assert migrate(database, "ratings") == ""
    questions = (
        TEAM_BOOKS,
        TEAM_GAMES,
        "SELECT count(*) FROM ratings_ratedmatch WHERE pool_id = 'pot-de-vin-teams' AND state = 'pending'",
        "SELECT replay_id, count(*) FROM ratings_correction GROUP BY 1 ORDER BY 1",
        "SELECT id, pool_id, finished_at IS NULL, matches FROM ratings_replay ORDER BY 1",
        "SELECT player_id, before, after FROM ratings_ratingnotice WHERE pool_id = 'pot-de-vin-teams' ORDER BY 1",
    )
    books, games, ((pending,),), corrections, replays, notices = asked(database, *questions)
    changes, standings = worked_out([Book(*row) for row in books])
    assert {(match, player): numbers for match, player, *numbers in games} == {
        key: [row["before"], row["after"]] for key, row in changes.items()
    }
    assert (pending, corrections) == (0, old)
    assert replays == [(5, "pot-de-vin-solo", False, 109), (7, "pot-de-vin-teams", False, len(books))]
    assert len(books) == 28
    assert {player: after for player, _, after in notices} == {
        player: standings[player]["rating"] if player in standings else None for player, *_ in notices
    }
    assert {player for player, before, after in notices if before != after}


def test_a_difference_of_one_bit_stops_it(database):
    run(database, "UPDATE ratings_standing SET rating = rating + 2e-13 WHERE revision_id = 5 AND player_id = 1")
    assert "RowsDiffer: pot-de-vin-solo" in migrate(database, "ratings")
    there = "SELECT count(*) FROM information_schema.tables WHERE table_name = 'ratings_standing_before'"
    assert asked(database, there, "SELECT count(*) FROM ratings_ratingchange") == [[(1,)], [(0,)]]
