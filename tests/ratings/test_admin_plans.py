"""How PostgreSQL reads the lists of the admin: by an index, in order, and no more than a page of them."""

from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import QuerySet
from django.test import RequestFactory

from players.models import Player
from ratings.models import Pool, RatedMatch, RatingChange, Standing
from ratings.services.pools import pool_rebuild
from ratings.services.replay import pool_replay
from tests.benchmarks.rating_database import books_write
from tests.players.builders import player
from tests.ratings.builders import NOON, SOLO

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def long_lists(django_db_setup, django_db_blocker) -> Iterator[None]:
    """Enough rows for the planner to prefer an index where there is one."""
    with django_db_blocker.unblock():
        names = [f"Lister{number}" for number in range(1500)]
        Player.objects.bulk_create(Player(name=name, name_key=name.lower()) for name in names)
        people = list(Player.objects.filter(name__startswith="Lister").values_list("pk", flat=True))
        chance = Random(1)
        books = [
            (number, chance.sample(people, 4), [1, 2, 3, 4], NOON + timedelta(minutes=number))
            for number in range(700_000, 704_000)
        ]
        Pool.objects.create(key=SOLO)
        books_write(SOLO, [0, 1, 2, 3], books)
        pool_rebuild(key=SOLO)
        assert pool_replay(key=SOLO)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE ratings_ratedmatch, ratings_ratedseat, ratings_ratingchange, ratings_standing")
        yield
        with connection.cursor() as cursor:
            tables = "ratings_ratingchange, ratings_standing, ratings_ratedseat, ratings_ratedmatch, ratings_replay"
            cursor.execute(f"TRUNCATE {tables}, ratings_pool CASCADE")
        Player.objects.filter(name__startswith="Lister").delete()


def nodes_of(rows: QuerySet[Any]) -> set[str]:
    """The kinds of nodes in the plan for a page of rows, with the tables that are read whole."""
    plan = rows[:100].explain(format="text")
    return {line.strip().removeprefix("->").strip().split("  (")[0] for line in plan.splitlines() if "(cost=" in line}


@pytest.mark.parametrize("search", [{}, {"pool__key__exact": SOLO}])
@pytest.mark.parametrize("model", [RatedMatch, RatingChange, Standing])
def test_a_page_of_a_list_comes_from_an_index_without_a_sort(long_lists, rf: RequestFactory, model, search):
    request = rf.get("/", search)
    request.user = Player(is_superuser=True, is_staff=True)
    shown = admin.site.get_model_admin(model).get_changelist_instance(request)
    nodes = nodes_of(shown.queryset)
    assert not [node for node in nodes if "Sort" in node or f"Seq Scan on {model._meta.db_table}" in node]


def test_what_somebody_has_played_is_found_by_an_index(long_lists, rf: RequestFactory):
    request = rf.get("/", {"q": player("Nobody").name})
    request.user = Player(is_superuser=True, is_staff=True)
    for model in (RatedMatch, RatingChange):
        shown = admin.site.get_model_admin(model).get_changelist_instance(request)
        assert not [node for node in nodes_of(shown.queryset) if "Seq Scan on ratings_rat" in node]
