"""What organisers can do about results, and what not."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from players.models import Player
from players.services.players import player_leave
from ratings.models import Correction, RatedMatch, Replay
from ratings.services.corrections import player_strike
from ratings.services.settling import pool_settle
from tests.players.builders import player
from tests.ratings.builders import SOLO, TEAMS, crowd, recorded

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


def strike(client, name: str, confirmed: str = "", **fields) -> str:
    form = {"player": name, "reason": "Marked cards.", "confirmed": confirmed}
    return client.post(reverse("admin:ratings_strike"), form | fields, follow=True).content.decode()


def strike_and_confirm(client, name: str, **fields) -> str:
    """Both steps: look, and say yes to what was shown."""
    shown = re.search('name="confirmed" value="([^"]*)"', strike(client, name, **fields))
    assert shown is not None
    return strike(client, name, unescape(shown[1]), **fields)


def test_a_cheaters_matches_are_struck_out_by_name(client, steward, match):
    cheater = Player.objects.get(pk=match.players[0])
    assert "Nobody here goes by that name" in strike(client, "Zz")
    strike_and_confirm(client, cheater.name.upper(), since="2026-01-01")
    assert RatedMatch.objects.get().state == "struck"
    assert Correction.objects.get().player == cheater


def test_a_strike_is_shown_before_it_is_made(client, steward, match):
    """One match in the first list, two in the teams'; a match that comes in meanwhile is shown too."""
    people = [Player.objects.get(pk=one) for one in match.players] + [player()]
    for minute in range(2):
        recorded(people, [1, 2, 1, 2], minute, pool=TEAMS, sides=[0, 1, 0, 1])
    page = strike(client, people[0].name)
    assert f"These matches of {people[0].name} would be struck out:" in page
    assert "Pot de Vin, each for themselves: 1; Pot de Vin, in teams: 2" in page
    seen = unescape(re.search('name="confirmed" value="([^"]*)"', page)[1])
    recorded(people[:3], [1, 2, 3], 5)
    assert "Pot de Vin, each for themselves: 2; Pot de Vin, in teams: 2" in strike(client, people[0].name, seen)
    assert "would be struck out" in strike(client, people[1].name, seen)
    assert not Correction.objects.exists()
    assert not Replay.objects.filter(finished_at=None).exists()
    assert "worked out again" in strike_and_confirm(client, people[0].name)
    assert Correction.objects.count() == 4


def test_a_strike_without_matches_says_so(client, steward, match):
    page = strike(client, player().name)
    assert "That would change nothing." in page


@pytest.mark.parametrize("gone", [False, True])
def test_whoever_was_shut_out_or_has_left_can_still_be_struck_out(client, steward, match, gone):
    cheater = Player.objects.get(pk=match.players[0])
    name = cheater.name
    if gone:
        player_leave(player=cheater)
        name = f"#{cheater.pk}"
        shown = client.get(reverse("admin:ratings_ratedmatch_change", args=[match.pk])).content.decode()
        assert f"1. a former player ({name})" in shown
    else:
        Player.objects.filter(pk=cheater.pk).update(is_active=False)
    strike_and_confirm(client, name)
    assert Correction.objects.get().player == cheater


def test_a_strike_is_undone_from_where_it_was_made(client, steward, match):
    cheater = Player.objects.get(pk=match.players[0])
    strike_and_confirm(client, cheater.name)
    page = client.get(reverse("admin:ratings_strike")).content.decode()
    address = reverse("admin:ratings_strike_undo", args=[Correction.objects.get().pk])
    assert address in page
    assert f"1 match of {cheater.name}, struck out by Bianca" in client.get(address).content.decode()
    assert client.post(address, {"reason": " "}).status_code == 200
    assert RatedMatch.objects.get().state == "struck"
    assert "worked out again" in client.post(address, {"reason": "A brother."}, follow=True).content.decode()
    assert RatedMatch.objects.get().state == "settled"
    assert "That would change nothing." in client.post(address, {"reason": "Again."}).content.decode()
    assert address not in client.get(reverse("admin:ratings_strike")).content.decode()


def test_matches_are_found_by_who_sat_there_and_by_key(client, steward):
    ada, bea, cleo, dora = player("Ada"), player("Bea"), player("Cleo"), player("Dora")
    hers, other = recorded([ada, bea, cleo], [1, 2, 3]), recorded([bea, cleo, dora], [1, 2, 3])
    player_leave(player=dora)

    def found(text: str) -> set[str]:
        page = client.get(reverse("admin:ratings_ratedmatch_changelist"), {"q": text})
        return {one.key for one in page.context["cl"].result_list}

    assert found("ada") == found("ad") == found(hers.key) == {hers.key}
    assert found(f"#{dora.pk}") == {other.key}
    assert found("Bea") == found("") == {hers.key, other.key}
    assert found("Zz") == found("#") == set()


@pytest.mark.parametrize(("permissions", "offered"), [(["view"], False), (["view", "change"], True)])
def test_the_list_of_matches_offers_a_strike_to_those_who_may(client, match, permissions, offered):
    clerk = player("Clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=[f"{one}_ratedmatch" for one in permissions]))
    client.force_login(clerk)
    page = client.get(reverse("admin:ratings_ratedmatch_changelist")).content.decode()
    assert (reverse("admin:ratings_strike") in page) == offered


def test_a_pool_is_worked_out_again_and_shows_how_far_it_is(client, steward, match):
    data = {"action": "rebuild", "_selected_action": [SOLO]}
    for _ in range(2):
        client.post(reverse("admin:ratings_pool_changelist"), data, follow=True)
    assert Replay.objects.filter(finished_at=None).count() == 1
    assert client.get(reverse("admin:ratings_replay_changelist")).status_code == 200


@pytest.mark.parametrize(
    "model", ["ratedmatch", "ratingchange", "standing", "replay", "pool", "correction", "unratable"]
)
def test_nothing_is_added_or_deleted_by_hand(client, steward, match, model):
    assert client.get(reverse(f"admin:ratings_{model}_changelist")).status_code == 200
    assert client.get(reverse(f"admin:ratings_{model}_add")).status_code == 403


def test_only_who_may_change_results_gets_there(client, match):
    clerk = player("Clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="view_ratedmatch"))
    client.force_login(clerk)
    assert change(client, match).status_code == 403
    assert client.get(reverse("admin:ratings_strike")).status_code == 403
    player_strike(player=Player.objects.get(pk=match.players[0]), by=clerk, reason="x")
    undo = reverse("admin:ratings_strike_undo", args=[Correction.objects.get().pk])
    assert client.post(undo, {"reason": "x"}).status_code == 403
    assert client.get(reverse("admin:ratings_ratedmatch_change", args=[match.pk])).status_code == 200


def test_lists_cost_the_same_however_many_there_are(client, steward, django_assert_max_num_queries):
    people = crowd(3)
    for minute in range(8):
        recorded(people, [1, 2, 3], minute)
    with django_assert_max_num_queries(10):
        client.get(reverse("admin:ratings_ratedmatch_changelist"))
