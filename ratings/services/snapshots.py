"""Stores the ranks of a day, with which a leaderboard compares itself a week later."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F, Window
from django.db.models.functions import Rank
from django.utils import timezone

from ratings.models import RankSnapshot
from ratings.selectors.standings import standings_active_and_established

SNAPSHOTS_KEPT_FOR = timedelta(days=30)
ROWS_PER_STATEMENT = 2000


@transaction.atomic
def ranks_snapshot_today() -> None:
    """The ranks of this day, kept once however often this is called; those of long ago go."""
    now = timezone.now()
    RankSnapshot.objects.filter(day__lt=(now - SNAPSHOTS_KEPT_FOR).date()).delete()
    if RankSnapshot.objects.filter(day=now.date()).exists():
        return
    rank = Window(Rank(), partition_by="pool", order_by=F("rating").desc())
    ranked = standings_active_and_established(now).annotate(rank=rank).order_by()
    RankSnapshot.objects.bulk_create(
        (RankSnapshot(day=now.date(), **row) for row in ranked.values("pool_id", "player_id", "rank", "rating")),
        ROWS_PER_STATEMENT,
        ignore_conflicts=True,
    )
