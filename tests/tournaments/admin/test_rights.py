"""Organisers see and run their own events, administrators all; nobody else anything, by hand-made requests either."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from players.models import Player
from tests.players.builders import player
from tests.tournaments.admin import builders
from tests.tournaments.admin.act_pages import address, first_table, send, text_of
from tournaments.director.acts import Act
from tournaments.models import Call, LogLine, Table

pytestmark = pytest.mark.django_db

LISTS = ["tournament", "stage", "round", "table", "entry", "logline", "call"]


def pages_of(tournament) -> list[str]:
    stage, entry = tournament.stages.get(), tournament.entries.first()
    return [
        reverse("admin:tournaments_run", args=[tournament.pk]),
        reverse("admin:tournaments_tournament_change", args=[tournament.pk]),
        reverse("admin:tournaments_import", args=[tournament.pk]),
        reverse("admin:tournaments_stage_change", args=[stage.pk]),
        reverse("admin:tournaments_round_change", args=[stage.rounds.first().pk]),
        reverse("admin:tournaments_table_change", args=[Table.objects.filter(stage=stage).first().pk]),
        reverse("admin:tournaments_entry_change", args=[entry.pk]),
        reverse("admin:tournaments_logline_change", args=[tournament.log.first().pk]),
        address(tournament, Act.PAUSE),
    ]


def test_an_organiser_sees_every_page_of_an_own_event(client, orsola):
    tournament = builders.playing(orsola)
    assert [client.get(page).status_code for page in pages_of(tournament)] == [200] * 9
    for model in LISTS:
        assert client.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 200


def test_an_organiser_of_another_event_sees_and_does_nothing_here(client):
    tournament = builders.playing(builders.organiser("Benno"))
    stranger = builders.organiser("Zita")
    builders.event(stranger, name="Another")
    client.force_login(stranger)
    assert {client.get(page).status_code for page in pages_of(tournament)} <= {302, 403}
    answer = send(client, tournament, Act.PAUSE)
    assert answer.status_code == 403
    assert not builders.fresh(tournament).paused
    for model in LISTS:
        page = client.get(reverse(f"admin:tournaments_{model}_changelist"))
        assert "Autumn Open" not in page.content.decode()


def test_staff_without_events_and_rights_sees_no_list(client):
    builders.event(builders.organiser("Benno"))
    client.force_login(builders.organiser("Zita"))
    for model in LISTS:
        assert client.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == 403
    assert client.get(reverse("admin:tournaments_tournament_add")).status_code == 403


def test_players_and_strangers_are_sent_away(client):
    """The owner of a private evening who is not staff has the site's own pages, not the admin."""
    owner = player("Olga")
    tournament = builders.open_for(owner)
    for who in (None, owner):
        if who:
            client.force_login(who)
        answer = client.post(address(tournament, Act.PAUSE), {"state": tournament.state, "reason": "Because."})
        assert answer.status_code == 302
        assert "/login" in answer["Location"]
    assert not builders.fresh(tournament).paused


def test_an_administrator_runs_every_event(client):
    tournament = builders.open_for(builders.organiser("Benno"))
    client.force_login(Player.objects.create_superuser("Bianca", "", "x"))
    assert send(client, tournament, Act.PAUSE).status_code == 302
    assert builders.fresh(tournament).paused


def test_nobody_rules_on_the_own_table(client, orsola):
    """Orsola plays at one of two tables: the other is offered, and a hand-made request is refused."""
    tournament = builders.open_for(orsola, 7)
    builders.enter(tournament, orsola)
    tournament = builders.advanced(builders.act(tournament, Act.START, orsola))
    own = Table.objects.get(slots__entry__players__player=orsola)
    other = Table.objects.exclude(pk=own.pk).get()
    offered = client.get(address(tournament, Act.CALL_OFF)).content.decode()
    assert f"table={other.pk}" in offered
    assert f"table={own.pk}" not in offered
    answer = send(client, tournament, Act.CALL_OFF, {"table": own.pk}, confirmed="1")
    assert answer.status_code == 403
    assert "You play there yourself" in text_of(answer)
    own.refresh_from_db()
    assert own.status == "ready"
    assert send(client, tournament, Act.CALL_OFF, {"table": other.pk}, confirmed="1").status_code == 302


def test_acts_about_who_sits_at_the_own_table_are_not_offered(client, orsola):
    """Orsola plays at one of three tables of a draft: nobody there is offered, at the others everybody is."""
    tournament = builders.open_for(orsola, 11, automatic=False)
    builders.enter(tournament, orsola)
    tournament = builders.advanced(builders.act(tournament, Act.START, orsola))
    own = Table.objects.get(slots__entry__players__player=orsola)
    there = set(own.slots.values_list("entry__number", flat=True))
    others = set(range(1, 13)) - there

    def chosen(act: Act, field: str = "entry") -> set[int]:
        form = client.get(address(tournament, act)).context["form"]
        flat = [one for value, words in form.fields[field].choices for one in (words if type(words) is list else [])]
        return {int(value) for value, _words in flat or form.fields[field].choices if value}

    assert chosen(Act.DROP) == chosen(Act.DISQUALIFY) == chosen(Act.SUBSTITUTE) == others
    assert chosen(Act.SWAP) == chosen(Act.SWAP, "other") == others
    rows = client.get(
        reverse("admin:tournaments_entry_changelist"), {"tournament__id__exact": tournament.pk}
    ).content.decode()
    links = {number for number in range(1, 13) if f'/acts/drop/?entry={number}"' in rows}
    assert links == others
    entry = tournament.entries.get(number=min(there))
    page = client.get(reverse("admin:tournaments_entry_change", args=[entry.pk])).content.decode()
    assert "/acts/" not in page


def test_whoever_may_add_events_owns_what_they_create(client):
    zita = builders.organiser("Zita")
    zita.user_permissions.add(Permission.objects.get(codename="add_tournament"))
    client.force_login(zita)
    assert client.get(reverse("admin:tournaments_tournament_changelist")).status_code == 200
    assert client.get(reverse("admin:tournaments_tournament_add")).status_code == 200


def test_only_an_administrator_deletes_and_only_what_never_took_place(client, orsola):
    announced, running = builders.event(orsola), builders.playing(orsola, name="Spring Open")
    cancelled = builders.act(builders.playing(orsola, name="Summer Open"), Act.CANCEL, orsola)

    def delete(tournament):
        return client.post(reverse("admin:tournaments_tournament_delete", args=[tournament.pk]), {"post": "yes"})

    assert delete(announced).status_code == 403
    client.force_login(Player.objects.create_superuser("Bianca", "", "x"))
    assert delete(running).status_code == 403
    assert delete(announced).status_code == 302
    assert delete(cancelled).status_code == 302
    assert [one.name for one in type(running).objects.all()] == ["Spring Open"]


def test_a_call_is_settled_by_its_organiser_only(client, orsola):
    tournament = builders.playing(orsola)
    table = first_table(tournament)
    caller = table.slots.first().entry.players.get().player
    call = Call.objects.create(table=table, player=caller, text="He whispers.")
    chosen = {"action": "settle", "_selected_action": [call.pk]}
    assert "He whispers." in client.get(reverse("admin:tournaments_run", args=[tournament.pk])).content.decode()
    page, button = (
        reverse("admin:tournaments_call_changelist"),
        reverse("admin:tournaments_call_settle", args=[call.pk]),
    )
    client.force_login(stranger := builders.organiser("Zita"))
    builders.event(stranger)
    client.post(page, chosen)
    assert client.post(button).status_code == 403
    client.force_login(orsola)
    assert client.get(button).status_code == 405
    assert Call.objects.filter(settled_at=None).count() == 1
    client.post(page, chosen)
    assert Call.objects.filter(settled_at=None).count() == 0
    assert LogLine.objects.filter(act="settle-call", by=orsola).count() == 1
    assert client.post(button)["Location"] == reverse("admin:tournaments_run", args=[tournament.pk])
    assert LogLine.objects.filter(act="settle-call").count() == 1


SECRETS = [
    ("table", "match__seed__startswith"),
    ("table", "match__secret__isnull"),
    ("tournament", "owner__password__startswith"),
    ("tournament", "seed__startswith"),
    ("logline", "by__password__startswith"),
    ("logline", "by__email__startswith"),
    ("call", "player__password__startswith"),
    ("entry", "players__player__email__startswith"),
]


@pytest.mark.parametrize(("model", "lookup"), SECRETS)
def test_no_secret_is_guessed_by_filtering(client, orsola, model, lookup):
    builders.event(orsola)
    page = client.get(reverse(f"admin:tournaments_{model}_changelist"), {lookup: "a"})
    assert page.status_code == 400
