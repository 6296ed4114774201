"""What organisers can do about results, and what not."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from players.models import Player
from ratings.models import Correction, RatedMatch, Revision
from ratings.services.settling import pool_settle
from tests.players.builders import player
from tests.ratings.builders import SOLO, crowd, recorded

pytestmark = pytest.mark.django_db


@pytest.fixture
def steward(client) -> Player:
    steward = Player.objects.create_superuser("Bianca", "", "x")
    client.force_login(steward)
    return steward


@pytest.fixture
def match() -> RatedMatch:
    match = recorded(crowd(3), [1, 2, 3])
    pool_settle(key=SOLO)
    return match


def change(client, match, version: int = 1, **fields):
    form = {"verdict": "correct", "reason": "Misread.", "version": version, "side-0": 2, "side-1": 1, "side-2": 3}
    return client.post(reverse("admin:ratings_result", args=[match.pk]), form | fields, follow=True)


def test_a_result_is_corrected_with_a_reason(client, steward, match):
    page = client.get(reverse("admin:ratings_result", args=[match.pk])).content.decode()
    names = [Player.objects.get(pk=one).name for one in match.players]
    assert all(name in page for name in names)
    assert "worked out again" in change(client, match).content.decode()
    assert RatedMatch.objects.get().places == [2, 1, 3]
    correction = Correction.objects.get()
    assert (correction.by, correction.reason) == (steward, "Misread.")
    shown = client.get(reverse("admin:ratings_ratedmatch_change", args=[match.pk])).content.decode()
    assert "Misread." in shown
    assert f"1. {names[0]}, 2. {names[1]}, 3. {names[2]}" in shown
    assert f"1. {names[1]}, 2. {names[0]}, 3. {names[2]}" in shown
    assert 'name="_save"' not in shown


def test_annulled_and_restored(client, steward, match):
    change(client, match, verdict="annul")
    assert RatedMatch.objects.get().state == "annulled"
    change(client, match, version=2, verdict="restore")
    assert RatedMatch.objects.get().counts


def test_the_second_of_two_organisers_has_to_look_again(client, steward, match):
    change(client, match)
    page = change(client, match, verdict="annul").content.decode()
    assert "Somebody else has changed this match meanwhile" in page
    assert Correction.objects.count() == 1


@pytest.mark.parametrize("fields", [{"reason": " "}, {"side-0": 7}, {"verdict": "burn"}, {"side-0": 3, "side-1": 3}])
def test_what_makes_no_sense_changes_nothing(client, steward, match, fields):
    assert change(client, match, **fields).status_code == 200
    assert not Correction.objects.exists()


def test_a_cheaters_matches_are_struck_out_by_name(client, steward, match):
    cheater = Player.objects.get(pk=match.players[0])
    address = reverse("admin:ratings_strike")
    assert "Nobody here goes by that name" in client.post(address, {"player": "Zz", "reason": "x"}).content.decode()
    client.post(address, {"player": cheater.name.upper(), "reason": "Marked cards.", "since": "2026-01-01"})
    assert RatedMatch.objects.get().state == "struck"
    assert Correction.objects.get().player == cheater


def test_a_pool_is_worked_out_again_and_shows_how_far_it_is(client, steward, match):
    data = {"action": "rebuild", "_selected_action": [SOLO]}
    for _ in range(2):
        client.post(reverse("admin:ratings_pool_changelist"), data, follow=True)
    assert Revision.objects.filter(state="building").count() == 1
    assert client.get(reverse("admin:ratings_revision_changelist")).status_code == 200


@pytest.mark.parametrize("model", ["ratedmatch", "revision", "pool", "correction", "unratable"])
def test_nothing_is_added_or_deleted_by_hand(client, steward, match, model):
    assert client.get(reverse(f"admin:ratings_{model}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:ratings_{model}_add")).status_code == 403


def test_only_who_may_change_results_gets_there(client, match):
    clerk = player("Clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_ratedmatch"))
    client.force_login(clerk)
    assert change(client, match).status_code == 403
    assert client.get(reverse("admin:ratings_strike")).status_code == 403
    assert client.get(reverse("admin:ratings_ratedmatch_change", args=[match.pk])).status_code == 200


def test_lists_cost_the_same_however_many_there_are(client, steward, django_assert_max_num_queries):
    people = crowd(3)
    for minute in range(8):
        recorded(people, [1, 2, 3], minute)
    with django_assert_max_num_queries(10):
        client.get(reverse("admin:ratings_ratedmatch_changelist"))
