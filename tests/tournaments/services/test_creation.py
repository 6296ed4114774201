"""Creating a tournament."""

import re

import pytest

from tests.players.builders import player
from tests.players.together import together
from tournaments.models import Tournament
from tournaments.models.tournament import SLUG_LENGTH
from tournaments.refusals import TooManyPlaces
from tournaments.services.creation import tournament_create


def create(by, name="Evening", **fields):
    return tournament_create(
        by=by, small=True, name=name, game="pot-de-vin", options={"mode": "solo", "deck": "double"}, **fields
    )


@pytest.mark.django_db(transaction=True)
def test_two_who_choose_the_same_name_at_once_get_an_address_each():
    one, other = player(), player()
    together(lambda: create(one), lambda: create(other))
    assert set(Tournament.objects.values_list("slug", flat=True)) == {"evening", "evening-2"}


@pytest.mark.django_db
def test_an_address_is_never_that_of_another_page():
    assert create(player(), "New").slug == "new-2"
    assert create(player(), "???").slug == "tournament"


@pytest.mark.django_db
def test_the_address_of_an_event_that_is_in_no_list_is_not_guessed():
    one, other = (create(player(), "Friday " * 11, listed=False).slug for _ in range(2))
    assert re.fullmatch(r"(friday-){6}frida-[a-z0-9]{12}", one)
    assert len(one) <= SLUG_LENGTH
    assert one != other
    assert create(player(), "Friday").slug == "friday"


@pytest.mark.django_db
def test_a_small_tournament_has_64_places_at_most():
    assert [create(player(), places=places).places for places in (None, 2, 64)] == [64, 2, 64]
    with pytest.raises(TooManyPlaces):
        create(player(), places=65)
    large = tournament_create(
        by=player(), name="Open", game="pot-de-vin", options={"mode": "solo", "deck": "double"}, places=65
    )
    assert large.places == 65


@pytest.mark.django_db
def test_a_player_has_five_tournaments_under_way_at_most():
    owner = player()
    made = [create(owner) for _ in range(5)]
    with pytest.raises(Exception, match="TooManyTournaments"):
        create(owner)
    Tournament.objects.filter(pk=made[0].pk).update(status="cancelled")
    assert create(owner).slug == "evening-6"
