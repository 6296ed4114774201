"""A button for each act that the director allows, and for no other."""

import re

import pytest
from django.urls import reverse

from tests.tournaments.admin import builders
from tournaments.director.acts import Act

pytestmark = pytest.mark.django_db

BEFORE = {Act.CANCEL, Act.MESSAGE, Act.ADD_ENTRY, Act.DROP, Act.SUBSTITUTE, Act.PAUSE}
PEOPLE = {Act.SIT_OUT, Act.RETURN, Act.DROP, Act.DISQUALIFY, Act.REINSTATE, Act.SUBSTITUTE}
RUNNING = PEOPLE | {Act.FINISH, Act.CANCEL, Act.MESSAGE, Act.PAUSE, Act.CORRECT_RESULT, Act.RESET_STAGE, Act.ADD_ENTRY}
ROUND = {Act.REPLAY, Act.ENTER_RESULT}
AT_TABLES = {Act.CALL_OFF, Act.FORFEIT}

# Written from the rules in the issue, not from the director's code.
STATUSES = {
    "announced": (lambda by: builders.event(by), BEFORE | {Act.OPEN_REGISTRATION}),
    "registration": (lambda by: builders.open_for(by, 8), BEFORE | {Act.CLOSE_REGISTRATION, Act.START}),
    "too few": (lambda by: builders.open_for(by, 2), BEFORE | {Act.CLOSE_REGISTRATION}),
    "closed": (
        lambda by: builders.act(builders.open_for(by, 8), Act.CLOSE_REGISTRATION, by),
        BEFORE | {Act.OPEN_REGISTRATION, Act.START},
    ),
    "check-in": (lambda by: builders.checking_in(by), BEFORE | {Act.START}),
    "paused": (
        lambda by: builders.act(builders.open_for(by, 8), Act.PAUSE, by),
        (BEFORE - {Act.PAUSE}) | {Act.RESUME, Act.CLOSE_REGISTRATION, Act.START},
    ),
    "draft": (lambda by: builders.drafted(by), RUNNING | ROUND | {Act.SWAP, Act.PUBLISH}),
    "published": (lambda by: builders.published(by), RUNNING | ROUND | AT_TABLES | {Act.TAKE_BACK}),
    "playing": (lambda by: builders.playing(by), RUNNING | ROUND | AT_TABLES),
    "between rounds": (lambda by: builders.between_rounds(by), RUNNING | ROUND | {Act.PAIR, Act.NEXT_STAGE}),
    "finished": (lambda by: builders.finished(by), {Act.MESSAGE, Act.CORRECT_RESULT}),
    "cancelled": (lambda by: builders.act(builders.event(by), Act.CANCEL, by), {Act.MESSAGE}),
    "bracket": (
        lambda by: builders.playing(by, format="elimination", settings={}),
        (RUNNING | ROUND | AT_TABLES) - {Act.ADD_ENTRY},
    ),
}


def buttons(client, tournament) -> set[str]:
    page = client.get(reverse("admin:tournaments_run", args=[tournament.pk])).content.decode()
    return set(re.findall(r'data-act="([a-z-]+)"', page))


@pytest.mark.parametrize("status", STATUSES)
def test_buttons_are_what_is_allowed(client, orsola, status):
    build, expected = STATUSES[status]
    assert buttons(client, build(orsola)) == {str(act) for act in expected}


@pytest.mark.parametrize("status", STATUSES)
def test_pages_of_other_acts_lead_back(client, orsola, status):
    """GET and POST of an act that is not possible now: a word, and nothing has changed."""
    build, expected = STATUSES[status]
    tournament = build(orsola)
    for act in set(Act) - expected:
        address = reverse("admin:tournaments_act", args=[tournament.pk, act])
        for answer in (client.get(address), client.post(address, {"state": tournament.state, "reason": "Because."})):
            assert answer.status_code == 302
            assert answer["Location"] == reverse("admin:tournaments_run", args=[tournament.pk])
    assert builders.fresh(tournament).state == tournament.state


@pytest.mark.parametrize("status", STATUSES)
def test_looking_at_an_act_changes_nothing(client, orsola, status):
    build, expected = STATUSES[status]
    tournament = build(orsola)
    for act in expected:
        assert client.get(reverse("admin:tournaments_act", args=[tournament.pk, act])).status_code == 200
    assert builders.fresh(tournament).version == tournament.version
