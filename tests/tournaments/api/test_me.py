"""Oneself: teams, tables, ratings; and one's own part of the chance at a table."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from games.models import Match, Seat
from games.services.sealed import sealed_tables_close, tables_start
from games.services.tables import table_open
from ratings.services.settling import pool_settle
from tests.games.builders import people, sealed_tables, waiting_table
from tests.players.builders import player, team
from tests.ratings.builders import SOLO, recorded
from tests.tournaments.api.builders import Program, refused

pytestmark = pytest.mark.django_db
SOON = timedelta(minutes=2)


def test_who_one_is_and_which_teams_one_has() -> None:
    ada, bea = player("Ada"), player("Bea")
    pair = team(captain=ada, partner=bea, name="Foxes")
    team(captain=bea, name="Bea alone")
    assert Program(ada).get("me").json() == {
        "name": "Ada",
        "teams": [{"id": pair.pk, "name": "Foxes", "players": ["Ada", "Bea"]}],
        "tables": [],
    }


def test_a_sealed_table_is_there_from_its_opening_to_its_end() -> None:
    four = people(4)
    starts_at = timezone.now().replace(microsecond=0) + SOON
    match = sealed_tables([[[one] for one in four]], starts_at)[0]
    program = Program(four[0])
    expected = {
        "key": match.key,
        "url": f"http://testserver/tables/{match.key}/",
        "socket": f"ws://testserver/ws/tables/{match.key}/",
        "tournament": None,
        "round": None,
        "starts_at": starts_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "status": "waiting",
    }
    assert program.get("me").json()["tables"] == [expected]
    tables_start({match.pk: frozenset({0})})
    assert program.get("me").json()["tables"] == [expected | {"status": "playing"}]
    assert Program(player()).get("me").json()["tables"] == []
    Match.objects.update(status="called-off", deadline=None)
    assert program.get("me").json()["tables"] == []


def test_an_ordinary_table_is_there_too() -> None:
    ada = player("Ada")
    match = waiting_table(host=ada)
    found = Program(ada).get("me").json()["tables"]
    assert [(one["key"], one["starts_at"], one["status"]) for one in found] == [(match.key, None, "waiting")]


def test_many_tables_cost_no_more_queries(django_assert_max_num_queries) -> None:
    four = people(4)
    sealed_tables([[[one] for one in four]] * 12, timezone.now() + SOON)
    program = Program(four[0])
    with django_assert_max_num_queries(5):
        assert len(program.get("me").json()["tables"]) == 12


# --- Ratings ---


def test_a_history_comes_newest_first_a_page_at_a_time() -> None:
    three = people(3)
    for number in range(52):
        recorded(three, [1, 2, 3], minute=number)
    pool_settle(key=SOLO)
    program = Program(three[0])
    ratings = program.get("me/ratings").json()
    assert ratings["next"] is None
    (own,) = ratings["items"]
    assert (own["pool"], own["games"]) == (SOLO, 52)
    first = program.get(own["history"]).json()
    second = program.get(first["next"]).json()
    assert (len(first["items"]), len(second["items"]), second["next"]) == (50, 2, None)
    assert first["items"][0]["after"] == own["rating"]
    every = first["items"] + second["items"]
    assert [one["finished_at"] for one in every] == sorted((one["finished_at"] for one in every), reverse=True)
    assert all(later["before"] == earlier["after"] for later, earlier in pairwise(every))
    oldest = every[-1]
    assert set(oldest) == {"match", "finished_at", "before", "after", "expected", "score", "k", "place"}
    assert (oldest["before"], oldest["score"], oldest["place"], oldest["finished_at"]) == (
        1500, 1, 1, "2026-03-01T12:00:00Z",
    )  # fmt: skip
    assert oldest["after"] == pytest.approx(oldest["before"] + oldest["k"] * (oldest["score"] - oldest["expected"]))
    assert program.get(f"{own['history']}?page=3").json() == {"items": [], "next": None}


def test_without_rated_games_there_is_no_history() -> None:
    program = Program(player())
    assert program.get("me/ratings").json() == {"items": [], "next": None}
    assert refused(program.get(f"me/ratings/{SOLO}")) == (404, "not-found")
    assert refused(program.get("me/ratings/nowhere")) == (404, "not-found")


# --- The part of the chance ---


def test_a_part_is_added_until_the_cards_are_dealt() -> None:
    four = people(4)
    match = sealed_tables([[[one] for one in four]], timezone.now() + SOON)[0]
    program, path = Program(four[1]), f"tables/{match.key}/contribution"
    response = program("POST", path, {"contribution": "AB" * 32})
    assert (response.status_code, response.json()) == (200, {"table": match.key, "contribution": "ab" * 32})
    assert Seat.objects.get(match=match, number=1).contribution == "ab" * 32
    tables_start({match.pk: frozenset()})
    assert refused(program("POST", path, {"contribution": "cd"})) == (409, "not-now")
    assert Seat.objects.get(match=match, number=1).contribution == "ab" * 32


def test_at_a_table_of_others_it_is_not_ones_own_to_do_whatever_is_sent() -> None:
    match = table_open(host=player(), options={"mode": "solo-4", "deck": "double"})
    for body in ({"contribution": "ab"}, {"contribution": "xyz"}, b"{"):
        assert refused(Program(player())("POST", f"tables/{match.key}/contribution", body)) == (403, "not-seated")
    assert refused(Program(player())("POST", "tables/nowhere/contribution", b"{")) == (404, "not-found")


@pytest.mark.parametrize("part", ["xyz", "abc", "ab" * 33, 5, None, "ab\x00"])
def test_what_is_no_hex_is_not_understood_also_once_it_is_too_late(part) -> None:
    four = people(4)
    match = sealed_tables([[[one] for one in four]], timezone.now() + SOON)[0]
    program, path = Program(four[0]), f"tables/{match.key}/contribution"
    assert refused(program("POST", path, {"contribution": part})) == (400, "not-understood")
    sealed_tables_close(match_ids=[match.pk])
    assert refused(program("POST", path, {"contribution": part})) == (400, "not-understood")
