"""Points of running tables on the page of a round."""

import pytest
from django.utils import timezone

from games.models import Match
from games.services.sealed import tables_start
from tests.tournaments.web.events import advance, crowd, event, open_tables, start
from tournaments.models import Table, Tournament
from tournaments.services.live_points import points_tell

pytestmark = pytest.mark.django_db


@pytest.fixture
def playing() -> Tournament:
    """Its one table has begun, with nobody there."""
    one = event()
    crowd(one, 3)
    start(one)
    (table,) = open_tables(one)
    Table.objects.filter(pk=table.pk).update(starts_at=timezone.now())
    advance(one)
    tables_start({table.match_id: frozenset()})
    return one


def test_a_running_table_shows_points_and_how_far_it_is(client, playing):
    """Three sides, nobody has anything yet, and it can be watched."""
    page = client.get(f"{playing.get_absolute_url()}parts/rounds/").content.decode()
    (table,) = open_tables(playing)
    assert "live, 1 of" in page
    assert page.count('<span class="side__points">0<') == 3
    assert f'href="{table.match.get_absolute_url()}">Watch' in page


def test_what_nobody_may_watch_shows_no_points(client, playing):
    Match.objects.update(watching=Match.Watching.NOBODY)
    page = client.get(f"{playing.get_absolute_url()}parts/rounds/").content.decode()
    assert "side__points" in page
    assert "live," not in page
    assert "Watch" not in page


def test_pages_are_told_once_for_however_many_moves(playing):
    """Nothing was told before; then nothing has changed; then two moves are one change."""
    assert points_tell() == [playing.pk]
    version = Tournament.objects.get(pk=playing.pk).version
    assert points_tell() == []
    Match.objects.filter(status="playing").update(seq=2)
    assert points_tell() == [playing.pk]
    assert Tournament.objects.get(pk=playing.pk).version == version + 1
