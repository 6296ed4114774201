"""Lists of matches, changes and standings in the admin: found, linked, and quick however many rows there are."""

from typing import Any

import pytest
from django.urls import reverse

from players.models import Player
from players.services.players import player_leave
from ratings.admin import records
from ratings.models import Pool, RatingChange
from ratings.services.settling import pool_settle
from tests.players.builders import player
from tests.ratings.builders import SOLO, TEAMS, crowd, recorded, season

pytestmark = pytest.mark.django_db
LISTS = ["ratedmatch", "ratingchange", "standing"]


@pytest.fixture
def steward(client) -> Player:
    steward = Player.objects.create_superuser("Bianca", "", "x")
    client.force_login(steward)
    return steward


def page(client, model: str, **search: str) -> str:
    response = client.get(reverse(f"admin:ratings_{model}_changelist"), search)
    assert response.status_code == 200
    return response.content.decode()


def listed(client, model: str, **search: str) -> list[Any]:
    response = client.get(reverse(f"admin:ratings_{model}_changelist"), search)
    return list(response.context["cl"].result_list)


# --- Found and linked ---


def test_changes_are_found_by_match_and_by_player(client, steward):
    Pool.objects.create(key=TEAMS)
    ada, bea, cleo, dora = player("Ada"), player("Bea"), player("Cleo"), player("Dora")
    first, second = recorded([ada, bea, cleo], [1, 2, 3]), recorded([bea, cleo, dora], [1, 2, 3], 1)
    pool_settle(key=SOLO)
    player_leave(player=dora)
    assert {one.match for one in listed(client, "ratingchange", q=first.key)} == {first}
    assert len(listed(client, "ratingchange", q=first.key)) == 3
    assert [one.match for one in listed(client, "ratingchange", q="ada")] == [first]
    assert [one.match for one in listed(client, "ratingchange", q="Bea")] == [second, first]
    assert [one.player for one in listed(client, "ratingchange", q=f"#{dora.pk}")] == [dora]
    assert listed(client, "ratingchange", q="Zz") == []
    assert len(listed(client, "ratingchange")) == 6
    assert listed(client, "ratingchange", pool__key__exact=TEAMS) == []


def test_a_change_leads_to_its_match_and_its_player_and_says_what_happened(client, steward):
    """Newcomers: by K 160 the first place of three brings 80."""
    people = crowd(3)
    match = recorded(people, [1, 2, 3])
    pool_settle(key=SOLO)
    shown = page(client, "ratingchange")
    assert reverse("admin:ratings_ratedmatch_change", args=[match.pk]) in shown
    assert all(reverse("admin:players_player_change", args=[one.pk]) in shown for one in people)
    assert all(f">{figure}<" in shown for figure in (1500, 1580, 1420, "+80", "−80", "0.500", "160.0"))
    change = RatingChange.objects.get(player=people[0])
    whole = client.get(reverse("admin:ratings_ratingchange_change", args=[change.pk])).content.decode()
    assert "1580" in whole
    assert 'name="_save"' not in whole


def test_a_match_leads_to_its_changes_and_to_the_table(client, steward):
    match = recorded(crowd(3), [1, 2, 3])
    pool_settle(key=SOLO)
    changes = f"{reverse('admin:ratings_ratingchange_changelist')}?q={match.key}"
    for shown in (
        page(client, "ratedmatch"),
        client.get(reverse("admin:ratings_ratedmatch_change", args=[match.pk])).content.decode(),
    ):
        assert changes in shown
        assert reverse("table_page", args=[match.key]) in shown
    assert shown.count("160.0") == 3  # everyone's change stands there


def test_a_standing_leads_to_its_player_and_its_changes(client, steward):
    people = crowd(3)
    recorded(people, [1, 2, 3])
    pool_settle(key=SOLO)
    shown = page(client, "standing", q=people[0].name)
    assert [one.player for one in listed(client, "standing", q=people[0].name)] == [people[0]]
    assert reverse("admin:players_player_change", args=[people[0].pk]) in shown
    assert listed(client, "ratingchange", q=people[0].name, pool__key__exact=SOLO)[0].player == people[0]
    assert [one.player for one in listed(client, "standing")] == people  # by rating


# --- Quick ---


@pytest.mark.parametrize("model", LISTS)
@pytest.mark.parametrize("matches", [5, 60])
def test_lists_cost_the_same_however_many_rows_there_are(client, steward, model, matches, django_assert_num_queries):
    people = crowd(6)
    season(people, matches)
    pool_settle(key=SOLO)
    listing, searching = COSTS[model]
    with django_assert_num_queries(listing):
        page(client, model)
    with django_assert_num_queries(searching):
        page(client, model, q=people[0].name)


# Session, player, invitations, pools to filter by, the count up to a bound, the rows; who goes by a name, and whether
# a match has it for a key.
COSTS = {"ratedmatch": (6, 7), "ratingchange": (6, 8), "standing": (6, 7)}


def test_rows_are_counted_up_to_a_bound(client, steward, monkeypatch):
    monkeypatch.setattr(records, "ROWS_COUNTED", 10)
    season(crowd(6), 20)
    pool_settle(key=SOLO)
    response = client.get(reverse("admin:ratings_ratingchange_changelist"))
    assert response.context["cl"].result_count == 10
