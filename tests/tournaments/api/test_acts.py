"""Acts over the interface: which are offered, what each refusal is, and in which order they are decided."""

import pytest
from django.utils import timezone

from players.models import Player
from tests.players.builders import player, team
from tests.tournaments.api.builders import Program, open_tournament, refused
from tests.tournaments.services import events
from tournaments.act_words import ACT_WORDS
from tournaments.director.acts import Act
from tournaments.models import LogLine, Notice, Tournament
from tournaments.services.entries import entry_register

pytestmark = pytest.mark.django_db
ACTS = "tournaments/autumn-open/acts"


@pytest.fixture
def owner() -> Player:
    return player("Owner")


@pytest.fixture
def tournament(owner: Player) -> Tournament:
    made = open_tournament(owner)
    for _ in range(4):
        entry_register(tournament_id=made.pk, by=player())
    return Tournament.objects.get()


def test_every_act_says_what_it_does() -> None:
    assert list(ACT_WORDS) == list(Act)
    assert len({str(words.says) for words in ACT_WORDS.values()}) == len(Act)


def test_who_runs_it_is_offered_what_is_possible(owner: Player, tournament: Tournament) -> None:
    found = Program(owner).get(ACTS).json()
    assert found["state"] == tournament.state
    assert {one["act"]: one["needs"] for one in found["items"]} == {
        "close-registration": ["reason"],
        "start": [],
        "drop": ["entry", "reason"],
        "substitute": ["entry", "player", "reason"],
        "add-entry": ["player", "reason"],
        "pause": ["reason"],
        "cancel": ["reason"],
        "message": ["text"],
    }
    assert all(one["consequences"].endswith(".") for one in found["items"])


def test_others_are_offered_nothing_and_may_do_nothing(tournament: Tournament) -> None:
    program = Program(player())
    assert program.get(ACTS).json() == {"state": tournament.state, "items": []}
    for body in ({"act": "start", "state": tournament.state}, {"act": "nonsense"}, b"{"):
        assert refused(program("POST", ACTS, body)) == (403, "not-allowed")
    assert not LogLine.objects.filter(act="start").exists()


def test_an_organiser_and_an_administrator_may(tournament: Tournament) -> None:
    helper, boss = player(), Player.objects.create_superuser("Boss", password="x")
    tournament.organisers.add(helper)
    state = tournament.state
    for number, (one, act) in enumerate([(helper, "pause"), (boss, "resume")]):
        body = {"act": act, "state": state + number, "reason": "tea"}
        assert Program(one)("POST", ACTS, body).status_code == 200


def test_an_act_is_carried_out_and_the_answer_says_what_is_possible_then(owner, tournament) -> None:
    program = Program(owner)
    response = program("POST", ACTS, {"act": "close-registration", "state": tournament.state, "reason": "enough"})
    assert response.status_code == 200
    assert response.json() == program.get(ACTS).json()
    assert response.json()["state"] == tournament.state + 1
    assert "open-registration" in {one["act"] for one in response.json()["items"]}
    line = LogLine.objects.get(act="close-registration")
    assert (line.by, line.reason) == (owner, "enough")


def test_a_message_that_is_sent_again_is_stale_and_nobody_hears_it_twice(owner, tournament) -> None:
    program, body = Program(owner), {"act": "message", "state": tournament.state, "text": "Bring tea."}
    assert program("POST", ACTS, body).json()["state"] == tournament.state + 1
    assert refused(program("POST", ACTS, body)) == (409, "stale")
    assert Notice.objects.filter(code="message").count() == 4


def test_start_wants_no_reason(owner: Player, tournament: Tournament) -> None:
    assert Program(owner)("POST", ACTS, {"act": "start", "state": tournament.state}).status_code == 200
    assert Tournament.objects.get().status == "running"


def test_a_page_that_is_stale_is_refused_before_anything_that_is_not_now(owner, tournament) -> None:
    program, old = Program(owner), tournament.state
    program("POST", ACTS, {"act": "close-registration", "state": old, "reason": "x"})
    again = {"act": "close-registration", "state": old, "reason": "x"}
    assert refused(program("POST", ACTS, again)) == (409, "stale")
    assert refused(program("POST", ACTS, again | {"state": old + 1})) == (409, "not-now")
    assert refused(program("POST", ACTS, {"act": "pair", "state": old, "reason": "x"})) == (409, "stale")


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "not-understood", "act"),
        ({"act": "explode"}, "not-understood", "act"),
        ({"act": 5}, "not-understood", "act"),
        ({"act": "pause"}, "reason-needed", "reason"),
        ({"act": "pause", "reason": "  "}, "reason-needed", "reason"),
        ({"act": "pause", "reason": ["x"]}, "not-understood", "reason"),
        ({"act": "message"}, "text-needed", "text"),
        ({"act": "drop", "reason": "x"}, "no-such-entry", "entry"),
        ({"act": "drop", "reason": "x", "entry": 99}, "no-such-entry", "entry"),
        ({"act": "drop", "reason": "x", "entry": "1"}, "not-understood", "entry"),
        ({"act": "swap", "reason": "x", "entry": 1, "other": 77}, "no-such-entry", "other"),
        ({"act": "enter-result", "reason": "x", "table": 5, "places": [[1]]}, "no-such-table", "table"),
        ({"act": "enter-result", "reason": "x", "table": 10**15}, "not-understood", "table"),
        ({"act": "enter-result", "reason": "x", "table": 1, "places": [1]}, "not-understood", "places"),
        ({"act": "add-entry", "reason": "x"}, "no-such-player", "player"),
        ({"act": "add-entry", "reason": "x", "player": "Nobody"}, "no-such-player", "player"),
        ({"act": "substitute", "reason": "x", "entry": 1, "player": "Nobody"}, "no-such-player", "player"),
    ],
)
def test_what_is_not_understood_is_said_by_field_before_what_is_stale(owner, tournament, body, code, field) -> None:
    """The state that is sent is long gone, and that is not what is answered."""
    response = Program(owner)("POST", ACTS, {"state": 0} | body)
    assert refused(response) == (400, code)
    assert field in response.json()["fields"]


def test_whom_one_plays_against_is_not_ones_own_to_disqualify_whatever_else_is_wrong() -> None:
    owner = player("Owner")
    made = events.event(11, owner=owner)
    events.enter(made, owner)
    made = events.act(made, Act.START)
    own, other, third = sorted(events.tables(made), key=lambda one: 12 not in events.numbers(one))
    program, path = Program(owner), f"tournaments/{made.slug}/acts"
    rival = next(number for number in events.numbers(own) if number != 12)
    for body in ({"reason": "x", "state": 0}, {"state": made.state}):
        assert refused(program("POST", path, {"act": "disqualify", "entry": rival} | body)) == (403, "own-table")
    elsewhere = {"act": "forfeit", "state": 0, "reason": "x", "table": other.number} | {
        "entry": events.numbers(third)[0]
    }
    assert refused(program("POST", path, elsewhere)) == (400, "no-such-entry")


def test_who_cannot_be_added_is_told_before_what_is_stale_and_a_team_without_a_partner_after_it() -> None:
    owner = player("Owner")
    made = open_tournament(owner, rated=True, options={"mode": "pairs-4", "deck": "double"})
    team(captain=player(), name="Half a Gem")
    body = {"act": "add-entry", "state": 7, "reason": "x", "player": "Half a Gem"}
    program = Program(owner)
    assert refused(program("POST", ACTS, body)) == (409, "stale")
    assert refused(program("POST", ACTS, body | {"state": made.state})) == (409, "team-needed")
    Tournament.objects.update(options={"mode": "solo", "deck": "double"})
    player("Guest", email="", is_guest=True)
    assert refused(program("POST", ACTS, body | {"player": "Guest", "reason": ""})) == (403, "account-needed")


@pytest.mark.parametrize("state", [None, "1", -1, 1.5, True])
def test_the_state_is_a_number(owner: Player, tournament: Tournament, state) -> None:
    response = Program(owner)("POST", ACTS, {"act": "pause", "state": state, "reason": "x"})
    assert refused(response) == (400, "not-understood")
    assert set(response.json()["fields"]) == {"state"}


def test_an_entry_is_added_by_name(owner: Player, tournament: Tournament) -> None:
    late = player("Late")
    body = {"act": "add-entry", "state": tournament.state, "reason": "asked me", "player": "late"}
    program = Program(owner)
    assert program("POST", ACTS, body).status_code == 200
    added = tournament.entries.get(number=5)
    assert (added.name, added.status) == ("Late", "invited")
    assert refused(program("POST", ACTS, body | {"state": tournament.state + 1})) == (409, "already-entered")
    answer = Program(late)("POST", f"tournaments/{tournament.slug}/entry/agree")
    assert (answer.status_code, answer.json()["status"]) == (200, "in")


def test_a_tournament_that_is_over_can_still_be_written_about(owner: Player, tournament: Tournament) -> None:
    Tournament.objects.update(status="cancelled", finished_at=timezone.now())
    assert [one["act"] for one in Program(owner).get(ACTS).json()["items"]] == ["message"]
    body = {"act": "cancel", "state": tournament.state, "reason": "x"}
    assert refused(Program(owner)("POST", ACTS, body)) == (409, "not-now")
