"""Entering, agreeing, checking in and leaving, over the interface; and in which order refusals are decided."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from players.models import Player
from tests.players.builders import player, team
from tests.tournaments.api.builders import Program, open_tournament, refused
from tests.tournaments.services import events
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
BACKEND = "allauth.account.auth_backends.AuthenticationBackend"
ENTRY = "tournaments/autumn-open/entry"
PAIRS = {"options": {"mode": "pairs-4", "deck": "double"}}


def set_up(**fields) -> None:
    """Change the one tournament behind the services' back: another status, another condition."""
    Tournament.objects.update(**fields)


def test_entering_twice_is_entering_once() -> None:
    open_tournament()
    program = Program(player())
    first, again = program("PUT", ENTRY, {"team": None, "code": ""}), program("PUT", ENTRY)
    assert (first.status_code, first.json()) == (201, {"entry": 1, "status": "in", "place_in_line": None})
    assert (again.status_code, again.json()) == (200, first.json())


def test_who_comes_when_every_place_is_taken_stands_in_line() -> None:
    open_tournament(places=2)
    stands = [Program(player())("PUT", ENTRY).json() for _ in range(4)]
    assert [(one["status"], one["place_in_line"]) for one in stands] == [
        ("in", None), ("in", None), ("waiting", 1), ("waiting", 2),
    ]  # fmt: skip


def test_a_team_is_in_once_the_partner_agrees() -> None:
    ada, bea = player("Ada"), player("Bea")
    pair = team(captain=ada, partner=bea)
    open_tournament(**PAIRS)
    captain, partner = Program(ada), Program(bea)
    assert captain("PUT", ENTRY, {"team": pair.pk}).json()["status"] == "invited"
    assert refused(captain("POST", f"{ENTRY}/agree")) == (409, "not-now")
    agreed = partner("POST", f"{ENTRY}/agree")
    assert (agreed.status_code, agreed.json()["status"]) == (200, "in")
    assert partner("POST", f"{ENTRY}/agree").json() == agreed.json()
    assert partner("DELETE", ENTRY).status_code == 204
    assert refused(captain("DELETE", ENTRY)) == (404, "not-entered")
    assert Tournament.objects.get().entries.get().status == "withdrawn"


def test_there_is_nothing_to_agree_to_once_the_team_has_withdrawn() -> None:
    """The answer of a call that is carried out says `in`, `waiting` or `invited`, and nothing else."""
    ada, bea = player("Ada"), player("Bea")
    pair = team(captain=ada, partner=bea)
    made = open_tournament(**PAIRS)
    captain, partner = Program(ada), Program(bea)
    assert refused(partner("POST", f"{ENTRY}/agree")) == (404, "not-entered")
    captain("PUT", ENTRY, {"team": pair.pk})
    captain("DELETE", ENTRY)
    assert refused(partner("POST", f"{ENTRY}/agree")) == (404, "not-entered")
    for status, expected in (("absent", (404, "not-entered")), ("dropped", (409, "not-now"))):
        made.entries.update(status=status)
        assert refused(partner("POST", f"{ENTRY}/agree")) == expected
        assert made.entries.get().status == status


def test_who_withdrew_may_come_back() -> None:
    open_tournament()
    program = Program(player())
    program("PUT", ENTRY)
    assert (program("DELETE", ENTRY).status_code, program("DELETE", ENTRY).status_code) == (204, 404)
    assert program("PUT", ENTRY).status_code == 201


def test_checking_in_twice_is_checking_in_once() -> None:
    open_tournament(starts_at=timezone.now() + timedelta(hours=1))
    program, other = Program(player()), Program(player())
    program("PUT", ENTRY)
    assert refused(program("POST", "tournaments/autumn-open/check-in")) == (409, "check-in-closed")
    set_up(status="check-in")
    for _ in range(2):
        response = program("POST", "tournaments/autumn-open/check-in")
        assert (response.status_code, response.json()) == (200, {"entry": 1, "checked_in": True})
    assert refused(other("POST", "tournaments/autumn-open/check-in")) == (404, "not-entered")


def test_who_drops_out_is_told_no_more_that_they_are_in() -> None:
    made = open_tournament()
    program = Program(player())
    program("PUT", ENTRY)
    set_up(status="running", started_at=timezone.now())
    assert program("DELETE", ENTRY).status_code == 204
    assert made.entries.get().status == "dropped"
    assert refused(program("PUT", ENTRY)) == (409, "registration-closed")


def test_a_team_that_comes_late_and_has_not_agreed_drops_too() -> None:
    made = events.started(6, options=events.PAIRS, settings={"rounds": 4}, late_entry_rounds=3)
    ada = player("Ada")
    pair = team(captain=ada, partner=player("Bea"))
    program, path = Program(ada), f"tournaments/{made.slug}/entry"
    assert program("PUT", path, {"team": pair.pk}).json() == {"entry": 7, "status": "invited", "place_in_line": None}
    assert program("DELETE", path).status_code == 204
    late = made.entries.get(number=7)
    assert (late.status, late.joined_stage, late.left_stage) == ("dropped", None, None)


# --- Each refusal ---


def test_registration_that_is_over() -> None:
    open_tournament()
    set_up(status="closed")
    assert refused(Program(player())("PUT", ENTRY)) == (409, "registration-closed")


def test_a_partner_who_is_in_already() -> None:
    ada, bea, cleo = player("Ada"), player("Bea"), player("Cleo")
    first, second = team(captain=ada, partner=bea), team(captain=cleo, partner=bea)
    open_tournament(**PAIRS)
    Program(ada)("PUT", ENTRY, {"team": first.pk})
    assert refused(Program(cleo)("PUT", ENTRY, {"team": second.pk})) == (409, "already-entered")
    assert refused(Program(bea)("PUT", ENTRY, {"team": second.pk})) == (409, "already-entered")


def test_two_events_at_the_same_hour() -> None:
    soon = timezone.now() + timedelta(hours=5)
    open_tournament(starts_at=soon)
    open_tournament(player(), name="Other", starts_at=soon + timedelta(minutes=59))
    program = Program(player())
    assert program("PUT", ENTRY).status_code == 201
    assert refused(program("PUT", "tournaments/other/entry")) == (409, "same-hour")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"code": "sesame"}, "wrong-code"),
        ({"by_invitation": True}, "invitation-needed"),
        ({"rating_least": 1600}, "rating-outside"),
        ({"games_least": 5}, "too-few-games"),
    ],
)
def test_conditions_that_are_not_met(fields: dict[str, object], code: str) -> None:
    """They are "not yours to do", which is said before "not now": also when registration is over."""
    open_tournament()
    set_up(**fields)
    program = Program(player())
    assert refused(program("PUT", ENTRY, {"code": "open"})) == (403, code)
    set_up(status="closed")
    assert refused(program("PUT", ENTRY, {"code": "open"})) == (403, code)


def test_conditions_are_told_before_what_is_not_understood_or_not_possible_now() -> None:
    """A guest, and somebody with a wrong code or too few games, who also sends no team or one without a partner."""
    ada = player("Ada")
    alone = team(captain=ada)
    open_tournament(rated=True, **PAIRS)
    guest = Client()
    guest.force_login(player(email="", is_guest=True), backend=BACKEND)
    for nonsense in (None, "x"):
        response = guest.put(f"/api/v1/{ENTRY}", {"team": nonsense}, content_type="application/json")
        assert refused(response) == (403, "account-needed")
    for fields, code in (({"code": "sesame"}, "wrong-code"), ({"code": "", "games_least": 5}, "too-few-games")):
        set_up(**fields)
        for chosen in (None, alone.pk):
            assert refused(Program(ada)("PUT", ENTRY, {"team": chosen})) == (403, code)


def test_a_team_without_a_partner_is_refused_after_what_stands_against_everybody() -> None:
    ada = player("Ada")
    alone = team(captain=ada)
    open_tournament(**PAIRS)
    program = Program(ada)
    assert refused(program("PUT", ENTRY, {"team": alone.pk})) == (409, "team-needed")
    set_up(status="closed")
    assert refused(program("PUT", ENTRY, {"team": alone.pk})) == (409, "registration-closed")


def test_the_right_code_opens() -> None:
    open_tournament()
    set_up(code="Sesame")
    assert Program(player())("PUT", ENTRY, {"code": " sesame "}).status_code == 201


def test_a_team_where_one_plays_alone_and_the_other_way_round() -> None:
    ada = player("Ada")
    pair = team(captain=ada, partner=player("Bea"))
    open_tournament()
    alone = Program(ada)("PUT", ENTRY, {"team": pair.pk})
    assert (refused(alone), set(alone.json()["fields"])) == ((400, "solo-only"), {"team"})
    set_up(options=PAIRS["options"])
    without = Program(ada)("PUT", ENTRY)
    assert (refused(without), set(without.json()["fields"])) == ((400, "team-needed"), {"team"})
    assert refused(Program(player())("PUT", ENTRY, {"team": pair.pk})) == (403, "not-your-team")


@pytest.mark.parametrize("body", [{"team": "1"}, {"team": -1}, {"team": 10**12}, {"code": 5}, {"team": 999_999}, b"{"])
def test_a_body_that_makes_no_sense(body) -> None:
    open_tournament()
    assert refused(Program(player())("PUT", ENTRY, body)) == (400, "not-understood")


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "entry"), ("DELETE", "entry"), ("POST", "entry/agree"), ("POST", "check-in"), ("POST", "acts")],
)
def test_what_does_not_exist_is_said_before_what_is_not_understood(method: str, path: str) -> None:
    assert refused(Program(player())(method, f"tournaments/nowhere/{path}", b"{")) == (404, "not-found")


def test_a_rehearsal_does_not_exist_for_others() -> None:
    open_tournament()
    set_up(rehearsal=True)
    assert refused(Program(player())("PUT", ENTRY)) == (404, "not-found")
    assert Program(Player.objects.create_superuser("Boss", password="x"))("PUT", ENTRY).status_code == 201
