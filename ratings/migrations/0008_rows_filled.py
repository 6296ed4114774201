"""Fills the rows from the books, by the formulas, and compares them with what stood in their place, bit for bit.

A pool that was being worked out again is worked out here: its rows come from the books as they are, and whoever is
concerned is told. So there is nothing to compare with, and its matches that waited to be settled are settled.
"""

from collections import defaultdict
from itertools import groupby
from operator import itemgetter

from django.db import migrations
from django.utils import timezone

from ratings.formulas.careers import Career, Change, Position, Result, play

SEATS = """
INSERT INTO ratings_ratedseat (match_id, seat, player_id, side, place, "left")
SELECT match_id, seat - 1, player, side, place, gone
FROM ratings_ratedmatch, unnest(players, sides, places, "left") WITH ORDINALITY AS one (player, side, place, gone, seat)
"""
COLUMNS = ("match_id", "pool_id", "finished_at", *Change._fields)
COPY = f"COPY ratings_ratingchange ({', '.join(COLUMNS)}) FROM STDIN"
MATCHES_PER_COPY = 2_500
# Games by number, as the old histories have them, beside the new ones: those that differ.
CHANGES_THAT_DIFFER = """
WITH folio AS (
    SELECT player_id, number * 64 + place AS number, match, ratings[place] AS before, ratings[place + 1] AS after
    FROM ratings_folio JOIN ratings_replay AS revision ON revision.id = revision_id,
        unnest(ratings_folio.matches) WITH ORDINALITY AS one (match, place)
    WHERE revision.state = 'live' AND revision.pool_id = %(pool)s
), change AS (SELECT * FROM ratings_ratingchange WHERE pool_id = %(pool)s)
SELECT count(*) FROM folio FULL JOIN change USING (player_id, number)
WHERE (folio.match, folio.before, folio.after) IS DISTINCT FROM (change.match_id, change.before, change.after)
"""
OLD = """
SELECT player_id, rating, games, wins, first_at, last_at, last_match
FROM ratings_standing_before JOIN ratings_replay AS revision ON revision.id = revision_id
WHERE revision.state = 'live' AND revision.pool_id = %(pool)s
"""
NEW = """
SELECT player_id, rating, games, wins, first_at, last_at, last_match_id AS last_match
FROM ratings_standing WHERE pool_id = %(pool)s
"""
STANDINGS_THAT_DIFFER = f"SELECT count(*) FROM ({OLD}) AS old FULL JOIN ({NEW}) AS new USING (player_id) WHERE {{}}".format(
    " OR ".join(
        f"old.{name} IS DISTINCT FROM new.{name}"
        for name in ("rating", "games", "wins", "first_at", "last_at", "last_match")
    )
)
NOTICES = f"""
INSERT INTO ratings_ratingnotice (player_id, pool_id, replay_id, before, after, created_at)
SELECT player_id, %(pool)s, %(replay)s, old.rating, new.rating, now()
FROM ({OLD}) AS old FULL JOIN ({NEW}) AS new USING (player_id) FULL JOIN (
    SELECT DISTINCT seat.player_id FROM ratings_correction JOIN ratings_ratedseat AS seat USING (match_id)
    WHERE replay_id = %(replay)s
) AS concerned USING (player_id)
WHERE floor(old.rating + 0.5) IS DISTINCT FROM floor(new.rating + 0.5) OR concerned.player_id IS NOT NULL
"""


class RowsDiffer(Exception):  # noqa: N818
    """Work the pool out again with the version before, and migrate then."""


def fill(apps, schema_editor):
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute(SEATS)
    for pool in apps.get_model("ratings", "Pool").objects.order_by("key"):
        pool_fill(apps, schema_editor, pool.key)
    replays_keep(apps)


def pool_fill(apps, schema_editor, pool):
    """Replays a pool; if a rebuild was under way this carries it out."""
    building = apps.get_model("ratings", "Replay").objects.filter(pool=pool, state="building").first()
    careers = defaultdict(Career)
    copied = changes_copy(apps, schema_editor, pool, ["pending", "settled"] if building else ["settled"], careers)
    standings_write(apps, pool, careers)
    with schema_editor.connection.cursor() as cursor:
        if building is None:
            compare(cursor, pool)
            return
        if building.corrections.exists():
            cursor.execute(NOTICES, {"pool": pool, "replay": building.pk})
    apps.get_model("ratings", "RatedMatch").objects.filter(pool=pool, state="pending").update(state="settled")
    building.matches, building.state = copied, "live"
    building.started_at = building.finished_at = timezone.now()
    building.save()


def compare(cursor, pool):
    for question in (CHANGES_THAT_DIFFER, STANDINGS_THAT_DIFFER):
        cursor.execute(question, {"pool": pool})
        (different,) = cursor.fetchone()
        if different:
            raise RowsDiffer(f"{pool}: {different} rows are not what they were")


def changes_copy(apps, schema_editor, pool, states, careers):
    seats = apps.get_model("ratings", "RatedSeat").objects.filter(match__pool=pool, match__state__in=states)
    ordered = seats.order_by("match__finished_at", "match_id", "seat")
    rows = ordered.values_list("match__finished_at", "match_id", "player_id", "side", "place").iterator(10_000)
    waiting, copied = [], 0
    for (finished_at, match), table in groupby(rows, key=itemgetter(0, 1)):
        _, _, players, sides, places = zip(*table, strict=True)
        result = Result(Position(finished_at, match), players, sides, places)
        waiting += [(match, pool, finished_at, *change) for change in play(careers, result)]
        copied += 1
        if copied % MATCHES_PER_COPY == 0:
            rows_copy(schema_editor, waiting)
            waiting = []
    rows_copy(schema_editor, waiting)
    return copied


def rows_copy(schema_editor, rows):
    with schema_editor.connection.cursor() as cursor, cursor.copy(COPY) as copy:
        for row in rows:
            copy.write_row(row)


def standings_write(apps, pool, careers):
    model = apps.get_model("ratings", "Standing")
    model.objects.bulk_create(
        (
            model(
                pool_id=pool,
                player_id=player,
                rating=career.rating,
                games=career.games,
                wins=career.wins,
                first_at=career.first_at,
                last_at=career.last.finished_at,
                last_match_id=career.last.match,
            )
            for player, career in careers.items()
        ),
        2000,
    )


def replays_keep(apps):
    """Of the revisions stay those that somebody asked for and that were carried out."""
    replays = apps.get_model("ratings", "Replay").objects
    replays.filter(state="abandoned", corrections=None, notices=None).delete()
    replays.filter(attempts=0, started_at=None, corrections=None, notices=None).delete()
    for replay in replays.filter(started_at=None):
        replay.started_at = replay.requested_at
        replay.save()


class Migration(migrations.Migration):
    dependencies = [("ratings", "0007_rows")]

    operations = [migrations.RunPython(fill)]
