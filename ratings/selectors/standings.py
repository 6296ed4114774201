"""Where players stand. Every question is one query, by an index, however many matches lie behind it."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, F, FloatField, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Floor
from django.utils import timezone

from players.models import Player
from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.models import Revision, Standing

# Whoever has not played for so long is not on the leaderboard; the rating stays.
ACTIVE_FOR = timedelta(days=90)
BAND = 50


def standings_live() -> QuerySet[Standing]:
    """What people see, in all pools."""
    return Standing.objects.filter(revision__state=Revision.State.LIVE)


def standings_in(pool: str) -> QuerySet[Standing]:
    return standings_live().filter(revision__pool=pool)


def standing_of(pool: str, player: Player) -> Standing | None:
    return standings_in(pool).filter(player=player).select_related("revision").first()


def standings_of(player: Player) -> list[Standing]:
    """One player in all pools, in the order of the settings, each with how many are ahead (`better`)."""
    own = standings_live().filter(player=player).select_related("revision__pool")
    order = {pool: place for place, pool in enumerate(settings.RATING_POOLS)}
    return sorted(with_better(own), key=lambda one: order.get(one.revision.pool_id, len(order)))


def ratings_of(pool: str, player_ids: Iterable[int]) -> dict[int, Standing]:
    """The standings of those who have one."""
    found = standings_in(pool).filter(player_id__in=list(player_ids))
    return {standing.player_id: standing for standing in found}


# --- Leaderboards ---


def is_active(standing: Standing) -> bool:
    return standing.last_at > timezone.now() - ACTIVE_FOR


def is_provisional(standing: Standing) -> bool:
    return standing.games < PROVISIONAL_GAMES


def is_ranked(standing: Standing) -> bool:
    return is_active(standing) and not is_provisional(standing)


def standings_active(now: datetime | None = None) -> QuerySet[Standing]:
    """Whoever has played of late and may still play, of whatever pool and revision."""
    since = (now or timezone.now()) - ACTIVE_FOR
    # Nobody plays after leaving, but for a table that was not over yet: who left long ago needs no looking for.
    gone = Player.objects.filter(left_at__gt=since - ACTIVE_FOR).order_by().values("pk")
    banned = Player.objects.filter(left_at=None, is_active=False).order_by().values("pk")
    return Standing.objects.filter(last_at__gt=since).exclude(player__in=gone).exclude(player__in=banned)


def standings_active_and_established(now: datetime | None = None) -> QuerySet[Standing]:
    """Whoever is on a leaderboard, of whatever pool and revision."""
    return standings_active(now).filter(games__gte=PROVISIONAL_GAMES)


def standings_ranked(pool: str, now: datetime | None = None) -> QuerySet[Standing]:
    """The leaderboard: established and active players, by rating."""
    listed = standings_active_and_established(now).filter(revision__state=Revision.State.LIVE, revision__pool=pool)
    return listed.order_by("-rating", "player_id")


def standings_provisional(pool: str, now: datetime | None = None) -> QuerySet[Standing]:
    """Those who have not played enough yet to be ranked: kept apart, by rating."""
    newcomers = standings_active(now).filter(revision__state=Revision.State.LIVE, revision__pool=pool)
    return newcomers.filter(games__lt=PROVISIONAL_GAMES).order_by("-rating", "player_id")


def with_better(standings: QuerySet[Standing]) -> QuerySet[Standing]:
    """Adds how many on the leaderboard have a higher rating (`better`), in the same query."""
    ahead = standings_active_and_established().filter(revision=OuterRef("revision"), rating__gt=OuterRef("rating"))
    counted = ahead.order_by().values("revision").annotate(number=Count("player")).values("number")
    better = {"better": Coalesce(Subquery(counted), Value(0))}
    return standings.annotate(**better)


def rank_of(standing: Standing) -> int | None:
    """The rank of somebody whose standing came with how many are ahead; None for who is not on the leaderboard."""
    return standing.better + 1 if is_ranked(standing) else None


def percentile_of(standing: Standing) -> float | None:
    """The share of ranked players in a pool whom somebody is ahead of, in hundredths."""
    counts = standings_ranked(standing.revision.pool_id).aggregate(
        everyone=Count("player"), behind=Count("player", filter=Q(rating__lt=standing.rating))
    )
    return 100 * counts["behind"] / counts["everyone"] if counts["everyone"] else None


def counts_in(pool: str) -> dict[str, int]:
    """How many are ranked, are on the way to it, and have not played for long. Who has left or is banned is nowhere."""
    active, established = Q(last_at__gt=timezone.now() - ACTIVE_FOR), Q(games__gte=PROVISIONAL_GAMES)
    return (
        standings_in(pool)
        .filter(player__left_at=None, player__is_active=True)
        .aggregate(
            ranked=Count("player", filter=active & established),
            newcomers=Count("player", filter=active & ~established),
            resting=Count("player", filter=~active),
        )
    )


def distribution(pool: str) -> list[tuple[int, int]]:
    """How many ranked players there are in each band of ratings, as (its lower end, players), in order."""
    band = Cast(Floor(F("rating") / Value(BAND, output_field=FloatField())) * BAND, IntegerField())
    counted = standings_ranked(pool).order_by().annotate(band=band).values("band").annotate(count=Count("player"))
    return [(row["band"], row["count"]) for row in counted.order_by("band")]
