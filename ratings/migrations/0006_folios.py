"""Histories in folios of many games, instead of a row for each; what was counted about a player stands with them.

Every pool is worked out again afterwards, by the worker.

There is no way back but a backup: what the old rows said of each game follows from its result and the ratings before.
"""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FOLIOS = """
CREATE TABLE ratings_folio (
    revision_id bigint NOT NULL,
    player_id bigint NOT NULL,
    number integer NOT NULL,
    since timestamptz NOT NULL,
    matches bigint[] NOT NULL,
    ratings double precision[] NOT NULL,
    PRIMARY KEY (player_id, number, revision_id),
    CONSTRAINT folio_whole CHECK (cardinality(matches) BETWEEN 1 AND 64 AND cardinality(ratings) = cardinality(matches) + 1)
) PARTITION BY LIST (revision_id);
CREATE INDEX folio_by_moment ON ratings_folio (player_id, since, number);
DO $$
DECLARE revision record;
BEGIN
    FOR revision IN SELECT id, state FROM ratings_revision WHERE NOT cleared LOOP
        EXECUTE format('CREATE TABLE ratings_folio_%1$s (LIKE ratings_folio INCLUDING ALL, CHECK (revision_id = %1$s))',
            revision.id);
        IF revision.state IN ('live', 'retired') THEN
            EXECUTE format('INSERT INTO ratings_folio_%1$s SELECT revision_id, player_id, (number - 1) / 64,
                min(finished_at), array_agg(match_id ORDER BY number),
                (array_agg(before ORDER BY number))[1:1] || array_agg(after ORDER BY number)
                FROM ratings_ratingchange_%1$s GROUP BY 1, 2, 3', revision.id);
            EXECUTE format('ALTER TABLE ratings_folio ATTACH PARTITION ratings_folio_%1$s FOR VALUES IN (%1$s)',
                revision.id);
        ELSE  -- those are built from their beginning
            EXECUTE format('DROP TABLE ratings_ratingchange_%1$s', revision.id);
        END IF;
    END LOOP;
END $$;
DROP TABLE ratings_ratingchange;
"""
COUNTED = """
UPDATE ratings_standing AS standing SET
    best_opponents = ARRAY(SELECT (win -> 0)::float8 FROM jsonb_array_elements(best_wins) WITH ORDINALITY AS x (win, place)
        ORDER BY place),
    best_numbers = ARRAY(SELECT (win -> 1)::int FROM jsonb_array_elements(best_wins) WITH ORDINALITY AS x (win, place)
        ORDER BY place),
    counted = ARRAY(
        SELECT figure FROM ratings_tally AS tally, unnest(ARRAY[sides, seat, games, wins, half_duels]) WITH ORDINALITY
            AS x (figure, place)
        WHERE tally.revision_id = standing.revision_id AND tally.player_id = standing.player_id
        ORDER BY sides, seat, place
    );
"""
# Weights are the same on every machine now, and may differ from before in their last bit.
AGAIN = """
DO $$
DECLARE pool varchar; fresh bigint;
BEGIN
    FOR pool IN
        SELECT pool_id FROM ratings_revision WHERE state = 'live'
        EXCEPT SELECT pool_id FROM ratings_revision WHERE state = 'building'
    LOOP
        INSERT INTO ratings_revision (pool_id, state, created_at, matches, attempts, total, cleared)
        SELECT pool, 'building', now(), 0, 0, count(*), false FROM ratings_ratedmatch
        WHERE pool_id = pool AND state IN ('pending', 'settled') RETURNING id INTO fresh;
        EXECUTE format('CREATE TABLE ratings_folio_%1$s (LIKE ratings_folio INCLUDING ALL, CHECK (revision_id = %1$s))',
            fresh);
    END LOOP;
END $$;
"""
DERIVED = {"db_constraint": False, "db_index": False, "on_delete": django.db.models.deletion.DO_NOTHING}


def numbers(kind: type[models.Field], **options: object) -> django.contrib.postgres.fields.ArrayField:
    return django.contrib.postgres.fields.ArrayField(kind(), size=None, **options)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0005_changes_unchecked")]

    operations = [
        migrations.RunSQL(
            FOLIOS,
            state_operations=[
                migrations.CreateModel(
                    name="Folio",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "player_id",
                                "number",
                                "revision_id",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("number", models.IntegerField()),
                        ("since", models.DateTimeField()),
                        ("matches", numbers(models.BigIntegerField)),
                        ("ratings", numbers(models.FloatField)),
                        ("player", models.ForeignKey(related_name="+", to=settings.AUTH_USER_MODEL, **DERIVED)),
                        ("revision", models.ForeignKey(related_name="+", to="ratings.revision", **DERIVED)),
                    ],
                    options={
                        "indexes": [models.Index("player", "since", "number", name="folio_by_moment")],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("matches__len__gte", 1), ("matches__len__lte", 64))
                                & models.Q(("ratings__len", models.F("matches__len") + 1)),
                                name="folio_whole",
                            )
                        ],
                    },
                ),
                migrations.DeleteModel("RatingChange"),
            ],
        ),
        migrations.AddField("standing", "best_opponents", numbers(models.FloatField, default=list), False),
        migrations.AddField("standing", "best_numbers", numbers(models.IntegerField, default=list), False),
        migrations.AddField("standing", "counted", numbers(models.IntegerField, default=list), False),
        migrations.RunSQL(COUNTED),
        migrations.RemoveField("standing", "best_wins"),
        migrations.AlterField(
            "standing",
            "revision",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="ratings.revision",
            ),
        ),
        migrations.DeleteModel("Tally"),
        migrations.RemoveConstraint("revision", "revision_through_a_match"),
        migrations.RemoveField("revision", "through_at"),
        migrations.RemoveField("revision", "through_match"),
        migrations.AddField("revision", "attempts", models.PositiveIntegerField(default=0)),
        migrations.RunSQL(AGAIN),
    ]
