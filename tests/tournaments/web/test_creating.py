"""A small tournament of one's own: one short form."""

import re
from datetime import UTC, datetime

import pytest

from tests.players.builders import player
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Evening of masks",
    "mode": "pot-de-vin:solo",
    "option-pot-de-vin-deck": "single",
    "format": "swiss",
    "rounds": "",
    "pace": "relaxed",
    "places": "12",
    "starts_at": "",
    "time_zone": "UTC",
}


@pytest.fixture
def host(client):
    one = player()
    client.force_login(one)
    return one


def create(client, **data):
    return client.post("/tournaments/new/", FORM | data)


def test_it_is_open_at_once_and_found_by_its_link(client, host):
    response = create(client)
    one = Tournament.objects.get()
    assert response.url == one.get_absolute_url()
    assert re.fullmatch(r"/tournaments/evening-of-masks-[a-z0-9]{12}/", response.url)
    assert (one.owner, one.status, one.listed, one.rated) == (host, "registration", False, False)
    assert one.options == {"mode": "solo", "deck": "single"}
    assert (one.settings, one.places, one.pace, one.starts_at) == ({}, 12, "relaxed", None)
    assert one.name not in client.get("/tournaments/", headers={"HX-Request": "true"}).content.decode()


def test_a_time_is_meant_in_the_zone_that_is_chosen(client, host):
    """Eight in the evening in São Paulo is eleven at night in UTC."""
    create(client, starts_at="2130-05-01T20:00", time_zone="America/Sao_Paulo", rounds="4", listed="on", rated="on")
    one = Tournament.objects.get()
    assert one.starts_at == datetime(2130, 5, 1, 23, tzinfo=UTC)
    assert (one.time_zone, one.settings, one.listed, one.rated) == ("America/Sao_Paulo", {"rounds": 4}, True, True)


def test_rounds_are_left_out_where_the_format_knows_them_itself(client, host):
    create(client, format="elimination", rounds="4")
    assert Tournament.objects.get().settings == {}


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "This field is required."),
        ("starts_at", "2001-05-01T20:00", "That time has passed."),
        ("starts_at", "tomorrow", "Enter a valid date/time."),
        ("places", "1", "greater than or equal to 2"),
        ("places", "5000", "less than or equal to 64"),
        ("rounds", "31", "less than or equal to 30"),
        ("mode", "chess:solo", "Select a valid choice"),
        ("time_zone", "Mars/Olympus", "Select a valid choice"),
        ("option-pot-de-vin-deck", "marked", "Select a valid choice"),
    ],
)
def test_what_makes_no_sense_is_said_at_its_field(client, host, field, value, words):
    response = create(client, **{field: value})
    assert response.status_code == 200
    assert words in response.content.decode()
    assert not Tournament.objects.exists()


def test_nobody_has_very_many_under_way(client, host):
    for number in range(5):
        assert create(client, name=f"Evening {number}").status_code == 302
    assert "as many tournaments under way" in create(client).content.decode()


def test_visitors_sign_in_and_guests_sign_up(client):
    assert client.get("/tournaments/new/").url.startswith("/account/login/")
    client.post("/guest/")
    assert create(client).url == "/account/signup/"
    assert not Tournament.objects.exists()


def test_the_preview_says_rounds_and_length_and_creates_nothing(client, host):
    """Twelve at tables of four: 1 + log4(12) rounded up are 3 rounds, and 11 strangers are enough for them."""
    fetched = client.get("/tournaments/new/", FORM, headers={"HX-Request": "true"}).content.decode()
    assert "3 rounds, about" in fetched
    assert "<form" not in fetched
    without_script = create(client, preview="yes", rounds="7").content.decode()
    assert "7 rounds, about" in without_script
    assert not Tournament.objects.exists()


def test_a_name_that_is_an_address_already_gets_another_one(client, host):
    for name, slug in (("New", "new-2"), ("Tables", "tables-2"), ("new!", "new-3")):
        create(client, name=name, listed="on")
        assert Tournament.objects.latest("pk").slug == slug
