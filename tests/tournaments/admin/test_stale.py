"""Two organisers never undo each other unseen: a stale page is refused with what has changed."""

import re

import pytest
from django.urls import reverse

from players.models import Player
from tests.tournaments.admin import builders
from tests.tournaments.admin.act_pages import address, first_table, seated, text_of
from tests.tournaments.admin.browsing import fields_shown
from tournaments.director.acts import Act

pytestmark = pytest.mark.django_db


@pytest.fixture
def other() -> Player:
    return builders.organiser("Benno")


def test_a_stale_page_says_who_did_what_and_why(client, orsola, other):
    tournament = builders.open_for(orsola)
    tournament.organisers.add(other)
    seen = tournament.state
    builders.act(tournament, Act.PAUSE, other, reason="The hall is locked.")
    answer = client.post(address(tournament, Act.CLOSE_REGISTRATION), {"state": seen, "reason": "Full enough."})
    assert answer.status_code == 409
    said = text_of(answer)
    assert "Somebody has decided something meanwhile" in said
    assert re.search(r"Pause by Benno, .*: The hall is locked\.", said)
    assert builders.fresh(tournament).status == "registration"
    page = answer.content.decode()
    assert f'name="state" value="{seen + 1}"' in page
    assert "Full enough." in page


def test_a_confirmation_that_became_stale_is_asked_again(client, orsola, other):
    """The consequences were shown in another state: they have to be seen anew."""
    tournament = builders.playing(orsola)
    tournament.organisers.add(other)
    seen = tournament.state
    builders.act(tournament, Act.DROP, other, entry=1)
    answer = client.post(address(tournament, Act.CANCEL), {"state": seen, "reason": "Rain.", "confirmed": "1"})
    assert answer.status_code == 409
    assert 'name="confirmed"' not in answer.content.decode()
    assert builders.fresh(tournament).status == "running"


def test_an_act_that_is_no_longer_possible_says_what_happened(client, orsola, other):
    tournament = builders.open_for(orsola)
    tournament.organisers.add(other)
    seen = tournament.state
    builders.act(tournament, Act.CANCEL, other, reason="Snow.")
    answer = client.post(address(tournament, Act.START), {"state": seen})
    assert answer.status_code == 409
    assert re.search(r"Cancel the tournament by Benno, .*: Snow\.", text_of(answer))


def test_a_table_that_was_decided_meanwhile(client, orsola, other):
    tournament = builders.playing(orsola)
    tournament.organisers.add(other)
    seen, table = tournament.state, first_table(tournament)
    numbers = [one.number for one in seated(table)]
    builders.act(tournament, Act.ENTER_RESULT, other, table=1, round=1, stage=1, places=[[one] for one in numbers])
    places = {f"place-{number}": place for place, number in enumerate(reversed(numbers), start=1)}
    form = {"state": seen, "reason": "I saw it.", "confirmed": "1", **places}
    answer = client.post(address(tournament, Act.ENTER_RESULT, table=table.pk), form)
    assert answer.status_code == 409
    assert re.search(r"Enter a result by Benno", text_of(answer))
    assert [slot.place for slot in table.slots.all()] == [1, 2, 3, 4]


@pytest.mark.parametrize("state", ["", "-1", "x", "99999999999999999999", "1.5", "٣"])
def test_a_state_that_makes_no_sense_is_stale(client, orsola, state):
    tournament = builders.open_for(orsola)
    answer = client.post(address(tournament, Act.PAUSE), {"state": state, "reason": "Because."})
    assert answer.status_code == 409
    assert not builders.fresh(tournament).paused


def test_settings_on_a_stale_page_are_refused(client, orsola, other):
    tournament = builders.open_for(orsola)
    tournament.organisers.add(other)
    address_ = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    data = fields_shown(client.get(address_).content.decode())
    builders.act(tournament, Act.PAUSE, other, reason="Wait.")
    answer = client.post(address_, {**data, "name": "Winter Open"})
    assert answer.status_code == 409
    assert "Pause by Benno" in text_of(answer)
    assert builders.fresh(tournament).name == "Autumn Open"
