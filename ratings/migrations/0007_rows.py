"""Ordinary rows: seats, rating changes, standings and replays. Filled by 0008; what they replace goes with 0009.

There is no way back but a backup.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

PROTECT = django.db.models.deletion.PROTECT
ID = ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def key_to(model: str, name: str, verbose_name: str, **options: object) -> tuple[str, models.ForeignKey]:
    known = {"on_delete": PROTECT, "db_index": False, "verbose_name": verbose_name, "to": model, **options}
    return (name, models.ForeignKey(**known))


PLAYER = settings.AUTH_USER_MODEL
SEAT = migrations.CreateModel(
    name="RatedSeat",
    fields=[
        ID,
        key_to("ratings.ratedmatch", "match", "match", related_name="seats"),
        ("seat", models.SmallIntegerField(verbose_name="seat")),
        key_to(PLAYER, "player", "player", related_name="rated_seats"),
        ("side", models.SmallIntegerField(verbose_name="side")),
        ("place", models.SmallIntegerField(verbose_name="place")),
        ("left", models.BooleanField(default=False, verbose_name="left for good")),
    ],
    options={
        "verbose_name": "seat",
        "verbose_name_plural": "seats",
        "ordering": ["match_id", "seat"],
        "constraints": [
            models.UniqueConstraint(fields=("match", "seat"), name="rated_seat_taken_once"),
            models.UniqueConstraint(fields=("player", "match"), name="rated_seat_player_once"),
            models.CheckConstraint(condition=Q(seat__gte=0, side__gte=0, place__gte=1), name="rated_seat_counted"),
        ],
    },
)
CHANGE = migrations.CreateModel(
    name="RatingChange",
    fields=[
        ID,
        key_to("ratings.ratedmatch", "match", "match", related_name="changes", db_constraint=False),
        key_to(PLAYER, "player", "player", related_name="rating_changes", db_constraint=False),
        key_to("ratings.pool", "pool", "pool", related_name="+", db_constraint=False),
        ("finished_at", models.DateTimeField(verbose_name="finished")),
        ("seat", models.SmallIntegerField(verbose_name="seat")),
        ("side", models.SmallIntegerField(verbose_name="side")),
        ("place", models.SmallIntegerField(verbose_name="place")),
        ("sides", models.SmallIntegerField(verbose_name="sides")),
        ("number", models.IntegerField(verbose_name="game")),
        ("before", models.FloatField(verbose_name="before")),
        ("after", models.FloatField(verbose_name="after")),
        ("k", models.FloatField(verbose_name="K")),
        ("expected", models.FloatField(verbose_name="expected")),
        ("score", models.FloatField(verbose_name="actual")),
        ("opponents", models.FloatField(verbose_name="opponents on average")),
        ("is_win", models.BooleanField(verbose_name="won")),
    ],
    options={
        "verbose_name": "rating change",
        "verbose_name_plural": "rating changes",
        "ordering": ["-finished_at", "-match_id", "-player_id"],
        "indexes": [
            models.Index(
                F("pool"), F("finished_at"), F("match"), F("player"), name="rating_change_in_order"
            ),
            models.Index(F("finished_at"), F("match"), F("player"), name="rating_change_by_day"),
        ],
        "constraints": [
            models.UniqueConstraint(fields=("match", "player"), name="rating_change_once"),
            models.UniqueConstraint(fields=("player", "pool", "number"), name="rating_change_numbered"),
        ],
    },
)
STANDING = migrations.CreateModel(
    name="Standing",
    fields=[
        ID,
        key_to("ratings.pool", "pool", "pool", related_name="+"),
        key_to(PLAYER, "player", "player", related_name="standings"),
        ("rating", models.FloatField(verbose_name="rating")),
        ("games", models.PositiveIntegerField(verbose_name="games")),
        ("wins", models.PositiveIntegerField(verbose_name="won")),
        ("first_at", models.DateTimeField(verbose_name="first game")),
        ("last_at", models.DateTimeField(verbose_name="last game")),
        (
            "last_match",
            models.ForeignKey(db_index=False, on_delete=PROTECT, related_name="+", to="ratings.ratedmatch"),
        ),
    ],
    options={
        "verbose_name": "standing",
        "verbose_name_plural": "standings",
        "ordering": ["pool_id", "-rating", "player_id"],
        "indexes": [
            models.Index(
                F("pool"),
                models.OrderBy(F("rating"), descending=True),
                F("player"),
                name="standing_by_rating",
                include=("games", "last_at"),
            )
        ],
        "constraints": [models.UniqueConstraint(fields=("player", "pool"), name="standing_once")],
    },
)


class Migration(migrations.Migration):
    dependencies = [("ratings", "0006_folios")]

    operations = [
        # A revision that was built becomes a replay; corrections and notices go on pointing to it.
        migrations.RemoveConstraint("revision", "revision_one_live"),
        migrations.RemoveConstraint("revision", "revision_one_building"),
        migrations.RemoveConstraint("ratingnotice", "notice_once"),
        migrations.RenameModel("Revision", "Replay"),
        migrations.RenameField("correction", "revision", "replay"),
        migrations.RenameField("ratingnotice", "revision", "replay"),
        migrations.AddConstraint(
            "ratingnotice", models.UniqueConstraint(fields=("replay", "player"), name="notice_once")
        ),
        migrations.RenameField("replay", "created_at", "requested_at"),
        migrations.RenameField("replay", "touched_at", "started_at"),
        migrations.RenameField("replay", "live_at", "finished_at"),
        migrations.AddField("replay", "from_finished_at", models.DateTimeField(null=True, verbose_name="from")),
        migrations.AddField("replay", "from_match", models.BigIntegerField(null=True)),
        migrations.AddField("pool", "generation", models.PositiveBigIntegerField(default=0)),
        SEAT,
        CHANGE,
        # The old standings stay aside until the new ones have been compared with them.
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    "DROP INDEX standing_by_rating; ALTER TABLE ratings_standing RENAME TO ratings_standing_before"
                )
            ],
            [migrations.DeleteModel("Standing")],
        ),
        STANDING,
    ]
