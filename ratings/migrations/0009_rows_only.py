"""Removes what the rows have replaced: arrays, folios with a table for each revision, and the old standings."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.models import F, Q

# Tables of revisions that were still filled aside are in no other.
FOLIOS = """
DO $$
DECLARE part text;
BEGIN
    FOR part IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^ratings_folio_[0-9]+$' LOOP
        EXECUTE format('DROP TABLE %I', part);
    END LOOP;
END $$;
DROP TABLE ratings_folio;
"""
# Whoever was rated sat there: checked with each statement, and no player's row is locked for it.
CHANGE_IS_OF_A_SEAT = """
ALTER TABLE ratings_ratingchange ADD CONSTRAINT rating_change_of_seat
    FOREIGN KEY (player_id, match_id) REFERENCES ratings_ratedseat (player_id, match_id)
"""
POSITION = Q(from_finished_at=None, from_match=None) | Q(from_finished_at__isnull=False, from_match__isnull=False)
CASCADE, PROTECT = django.db.models.deletion.CASCADE, django.db.models.deletion.PROTECT


class Migration(migrations.Migration):
    dependencies = [("ratings", "0008_rows_filled")]

    operations = [
        migrations.RunSQL("SET LOCAL statement_timeout = 0"),
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL(FOLIOS), migrations.RunSQL("DROP TABLE ratings_standing_before")],
            [migrations.DeleteModel("Folio")],
        ),
        migrations.RunSQL(CHANGE_IS_OF_A_SEAT),
        # --- Matches ---
        migrations.RemoveConstraint("ratedmatch", "rated_match_whole"),
        migrations.RemoveIndex("ratedmatch", "rated_match_in_order"),
        migrations.RemoveIndex("ratedmatch", "rated_match_players"),
        *[migrations.RemoveField("ratedmatch", name) for name in ("players", "sides", "places", "left")],
        migrations.AlterField(
            "ratedmatch",
            "pool",
            models.ForeignKey(
                db_index=False, on_delete=PROTECT, related_name="matches", to="ratings.pool", verbose_name="pool"
            ),
        ),
        migrations.AddIndex(
            "ratedmatch", models.Index(F("pool"), F("finished_at"), F("match_id"), name="rated_match_in_order")
        ),
        migrations.AddIndex("ratedmatch", models.Index(F("finished_at"), F("match_id"), name="rated_match_by_day")),
        migrations.AddIndex(
            "ratedmatch",
            models.Index(
                F("finished_at"),
                F("match_id"),
                name="rated_match_out",
                condition=Q(state__in=["annulled", "struck"]),
            ),
        ),
        # --- Replays ---
        *[migrations.RemoveField("replay", name) for name in ("state", "attempts", "total", "cleared")],
        migrations.AlterField(
            "replay",
            "pool",
            models.ForeignKey(on_delete=CASCADE, related_name="replays", to="ratings.pool", verbose_name="pool"),
        ),
        migrations.AlterField(
            "replay",
            "requested_at",
            models.DateTimeField(default=django.utils.timezone.now, verbose_name="requested"),
        ),
        migrations.AlterField("replay", "started_at", models.DateTimeField(null=True, verbose_name="begun")),
        migrations.AlterField("replay", "finished_at", models.DateTimeField(null=True, verbose_name="finished")),
        migrations.AlterField("replay", "matches", models.PositiveIntegerField(default=0, verbose_name="matches")),
        migrations.AddIndex(
            "replay", models.Index(fields=["pool"], condition=Q(finished_at=None), name="replay_unfinished")
        ),
        migrations.AddConstraint("replay", models.CheckConstraint(condition=POSITION, name="replay_from_a_position")),
        migrations.AddConstraint(
            "replay",
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(started_at__isnull=False), name="replay_started_before_it_finished"
            ),
        ),
    ]
