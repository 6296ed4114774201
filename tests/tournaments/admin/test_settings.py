"""One form creates an event and changes what may still change; a preview changes nothing."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from tests.players.builders import player
from tests.tournaments.admin import builders
from tests.tournaments.admin.act_pages import text_of
from tests.tournaments.admin.browsing import fields_shown
from tournaments.director.acts import Act
from tournaments.models import LogLine, Notice, Tournament

pytestmark = pytest.mark.django_db

FIELDS = {
    "name": "Night of the gems",
    "mode": "pot-de-vin/solo",
    "option-pot-de-vin-deck": "double",
    "pace": "standard",
    "watching": "everyone",
    "format": "swiss",
    "time_zone": "Europe/Rome",
    "check_in_minutes": "15",
    "break_minutes": "0",
    "lead_seconds": "60",
    "late_entry_rounds": "0",
    "automatic": "on",
    "listed": "on",
}


@pytest.fixture
def creator(orsola):
    orsola.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    return orsola


def create(client, **fields):
    return client.post(reverse("admin:tournaments_tournament_add"), {**FIELDS, **fields})


def change(client, tournament, **fields):
    """Send the form of a tournament as it is shown, with these fields changed; None: unticked."""
    address = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    data = fields_shown(client.get(address).content.decode()) | fields
    return client.post(address, {name: value for name, value in data.items() if value is not None})


def test_the_defaults_make_an_event(client, creator):
    page = client.get(reverse("admin:tournaments_tournament_add"))
    assert page.status_code == 200
    assert create(client).status_code == 302
    made = Tournament.objects.get()
    assert (made.owner, made.status, made.format, made.fewest) == (creator, "announced", "swiss", 3)
    assert made.options == {"mode": "solo", "deck": "double"}
    assert made.settings == {}


def test_times_are_on_the_clock_of_the_event(client, creator):
    """In November Rome is an hour ahead of UTC."""
    create(client, starts_at="2026-11-27T19:00", round_times="2026-11-27 19:00\n2026-11-27 20:30")
    made = Tournament.objects.get()
    assert made.starts_at == datetime(2026, 11, 27, 18, tzinfo=UTC)
    assert made.round_times == [datetime(2026, 11, 27, 18, tzinfo=UTC), datetime(2026, 11, 27, 19, 30, tzinfo=UTC)]
    page = client.get(reverse("admin:tournaments_tournament_change", args=[made.pk])).content.decode()
    assert 'value="2026-11-27T19:00"' in page
    assert "2026-11-27 20:30" in page


def test_every_setting_of_a_format_is_kept(client, creator):
    answer = create(
        client,
        format="swiss-elimination",
        rounds="5",
        advance="8",
        table_advance="2",
        small_final="on",
        first_round="at-random",
        points="4: 3, 2, 1, 0\n3: 2, 1, 0\n5: 4, 3, 2, 1, 0",
        absent="1/2",
        tie_breaks_0="wins",
        tie_breaks_1="lot",
    )
    assert answer.status_code == 302
    lists = {"4": ["3", "2", "1", "0"], "3": ["2", "1", "0"], "5": ["4", "3", "2", "1", "0"]}
    assert Tournament.objects.get().settings == {
        "rounds": 5,
        "advance": 8,
        "table_advance": 2,
        "small_final": True,
        "first_round": "at-random",
        "points": {"scale": "by-place", "lists": lists},
        "tie_breaks": ["wins", "lot"],
        "unplayed": {"absent": "1/2"},
    }


WRONG = [
    ({"name": ""}, "This field is required"),
    ({"rounds": "3", "format": "elimination"}, "This format has no such setting"),
    ({"points": "4: 3, 2"}, "one number for each place"),
    ({"points": "x"}, "one number for each place"),
    ({"absent": "many"}, "whole numbers or fractions"),
    ({"absent": "1/0"}, "whole numbers or fractions"),
    ({"tie_breaks_0": "wins", "tie_breaks_1": "wins"}, "Each tie-break is asked once"),
    ({"round_times": "tomorrow"}, "Write each time like"),
    ({"round_times": "2026-13-45 10:00"}, "Write each time like"),
    ({"round_times": "2026-11-27 20:00\n2026-11-27 19:00"}, "Each round is later"),
    ({"organisers": "Nobody"}, "Nobody here goes by these names: Nobody"),
    ({"rating_least": "1700", "rating_most": "1500"}, "below the lower one"),
    ({"places": "4", "fewest": "8"}, "fewer places"),
    ({"starts_at": "2026-11-27T19:00", "registration_closes_at": "2026-11-27T20:00"}, "starts before"),
    ({"mode": "chess/solo"}, "Select a valid choice"),
    ({"time_zone": "Mars/Olympus"}, "Select a valid choice"),
]


@pytest.mark.parametrize(("fields", "words"), WRONG)
def test_what_makes_no_sense_is_said_at_its_field(client, creator, fields, words):
    answer = create(client, **fields)
    assert answer.status_code == 200
    assert words in text_of(answer)
    assert not Tournament.objects.exists()


def test_a_preview_says_rounds_and_length_and_saves_nothing(client, creator):
    """A Swiss of five rounds of 16: 5 rounds. A game of four takes, at 30 seconds a turn, as long as the games say."""
    answer = create(client, rounds="5", places="16", preview="Preview")
    said = text_of(answer)
    assert "With 16 entries" in said
    assert "5 rounds, about" in said
    assert "Nothing has been saved" in said
    assert 'value="Night of the gems"' in answer.content.decode()
    assert not Tournament.objects.exists()


def test_organisers_and_invited_players_are_named(client, creator):
    benno, zita = builders.organiser("Benno"), player("Zita")
    create(client, organisers="benno\nOrsola", invited="Zita\n\n", by_invitation="on")
    made = Tournament.objects.get()
    assert list(made.organisers.all()) == [benno]
    assert [one.player for one in made.invited.all()] == [zita]


def test_whoever_is_in_is_told_what_is_new(client, orsola):
    tournament = builders.open_for(orsola, 3)
    assert change(client, tournament, places="24", break_minutes="5").status_code == 302
    now = builders.fresh(tournament)
    assert (now.places, now.break_minutes) == (24, 5)
    told = Notice.objects.filter(code="settings")
    assert told.count() == 3
    assert told.first().facts["fields"] == ["break_minutes", "places"]


def test_saving_without_a_change_tells_nobody(client, orsola):
    """Also where it started in mid-minute, which the form does not show."""
    tournament = builders.playing(orsola, 3)
    assert change(client, tournament).status_code == 302
    assert not Notice.objects.filter(code="settings").exists()
    assert builders.fresh(tournament).state == tournament.state


def test_what_was_registered_for_stays(client, orsola):
    """The field is closed, and a hand-made request is not read."""
    tournament = builders.open_for(orsola, 3)
    address = reverse("admin:tournaments_tournament_change", args=[tournament.pk])
    form = client.get(address).context["form"]
    assert form.fields["format"].disabled
    assert not form.fields["places"].disabled
    change(client, tournament, format="elimination", rated="on", name="Winter Open")
    now = builders.fresh(tournament)
    assert (now.format, now.rated, now.name) == ("swiss", False, "Winter Open")


def test_before_registration_everything_changes(client, orsola):
    tournament = builders.event(orsola)
    change(client, tournament, format="elimination", rounds=None, mode="pot-de-vin/solo-6")
    now = builders.fresh(tournament)
    assert (now.format, now.settings, now.options["mode"]) == ("elimination", {}, "solo-6")
    assert now.stages.get().kind == "elimination"


def test_a_finished_event_is_only_shown(client, orsola):
    tournament = builders.act(builders.event(orsola), Act.CANCEL, orsola)
    answer = change(client, tournament, name="Winter Open")
    assert answer.status_code == 409
    assert builders.fresh(tournament).name == "Autumn Open"


def test_changing_organisers_is_an_act_too(client, orsola):
    """Two organisers who edit the list one after the other: the second has to look again."""
    benno = builders.organiser("Benno")
    tournament = builders.event(orsola)
    change(client, tournament, organisers="Benno")
    assert LogLine.objects.filter(act="change").first().facts["after"]["organisers"] == [benno.pk]
    answer = change(client, tournament, state=tournament.state, organisers="")
    assert answer.status_code == 409
    assert tournament.organisers.count() == 1
