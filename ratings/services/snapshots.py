"""Once a day, where everyone stands: what a leaderboard compares itself with a week later."""

from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.models import RankSnapshot
from ratings.selectors.standings import ACTIVE_FOR

KEPT = timedelta(days=30)
SNAPSHOT = """
INSERT INTO ratings_ranksnapshot (pool_id, day, player_id, rank, rating)
SELECT revision.pool_id, %(day)s, player_id, rank() OVER (PARTITION BY revision.pool_id ORDER BY rating DESC), rating
FROM ratings_standing AS standing JOIN ratings_revision AS revision ON revision.id = standing.revision_id
    JOIN players_player AS player ON player.id = standing.player_id
WHERE revision.state = 'live' AND games >= %(games)s AND last_at > %(active)s
    AND player.left_at IS NULL AND player.is_active
ON CONFLICT DO NOTHING
"""


@transaction.atomic
def ranks_snapshot_today() -> None:
    """The ranks of this day, kept once however often this is called; those of long ago go."""
    now = timezone.now()
    RankSnapshot.objects.filter(day__lt=(now - KEPT).date()).delete()
    if RankSnapshot.objects.filter(day=now.date()).exists():
        return
    with connection.cursor() as cursor:
        active = now - ACTIVE_FOR
        cursor.execute(SNAPSHOT, {"day": now.date(), "games": PROVISIONAL_GAMES, "active": active})
