"""Everyone whom a correction concerns is told: who sat at the table, and whose rating reads differently now."""

from django.db import connection
from django.utils import timezone

from players.models import Player
from ratings.models import Pool, RatingNotice, Revision

# Ratings are shown as whole numbers: a change that nobody can see is none. Who sat at a corrected table is told
# even so, and even without a rating: a match may be annulled before it was settled.
NOTICES = """
INSERT INTO ratings_ratingnotice (player_id, pool_id, revision_id, before, after, created_at)
SELECT player_id, %(pool)s, %(new)s, old.rating, new.rating, %(now)s
FROM (SELECT * FROM ratings_standing WHERE revision_id = %(old)s) AS old
FULL JOIN (SELECT * FROM ratings_standing WHERE revision_id = %(new)s) AS new USING (player_id)
FULL JOIN (SELECT id AS player_id FROM players_player WHERE id = ANY(%(concerned)s)) AS concerned USING (player_id)
WHERE round(old.rating) IS DISTINCT FROM round(new.rating) OR concerned.player_id IS NOT NULL
ON CONFLICT DO NOTHING
"""


def notices_write(pool: Pool, old: Revision | None, new: Revision) -> None:
    """With the switch to a revision that carries corrections out; one that only puts things in order tells nobody."""
    concerned = [player for players in new.corrections.values_list("match__players", flat=True) for player in players]
    if not concerned:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            NOTICES,
            {
                "pool": pool.pk,
                "old": old.pk if old else None,
                "new": new.pk,
                "now": timezone.now(),
                "concerned": sorted(set(concerned)),
            },
        )


def notices_mark_seen(*, player: Player) -> int:
    return RatingNotice.objects.filter(player=player, seen_at=None).update(seen_at=timezone.now())
