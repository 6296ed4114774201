"""Where players stand. Every question is one query, by an index, however many matches lie behind it."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, F, FloatField, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Cast, Coalesce, Floor, JSONObject, Round
from django.utils import timezone

from players.models import Player
from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.models import RatingChange, Standing

# Whoever has not played for so long is not on the leaderboard; the rating stays.
ACTIVE_FOR = timedelta(days=90)
BAND_POINTS = 50
BEST_WINS = 5


def standings_in(pool: str) -> QuerySet[Standing]:
    return Standing.objects.filter(pool=pool)


def standing_of(pool: str, player: Player) -> Standing | None:
    return standings_in(pool).filter(player=player).select_related("pool").first()


def standings_of(player: Player) -> list[Standing]:
    """One player in all pools, in the order of the settings, each with how many are ahead (`better`)."""
    return in_order(with_better(Standing.objects.filter(player=player)))


def standings_with_figures(player: Player) -> list[Standing]:
    """The same, with what a player's page says about them (`with_figures`)."""
    return in_order(with_better(with_figures(Standing.objects.filter(player=player))))


def in_order(standings: QuerySet[Standing]) -> list[Standing]:
    order = {pool: place for place, pool in enumerate(settings.RATING_POOLS)}
    return sorted(standings.select_related("pool"), key=lambda one: order.get(one.pool_id, len(order)))


def with_figures(standings: QuerySet[Standing]) -> QuerySet[Standing]:
    """Adds peak and low, best wins and tallies, read from the player's own changes in the same query: one or two
    milliseconds each with five thousand of them. Of equal ones the first counts."""
    own = RatingChange.objects.filter(player=OuterRef("player"), pool=OuterRef("pool")).order_by()
    highest, lowest = own.order_by("-after", "number"), own.order_by("after", "number")
    best = own.filter(is_win=True).order_by("-opponents", "number").values("number")
    kinds = own.values("sides", "seat").order_by("sides", "seat")
    tally = JSONObject(
        sides="sides",
        seat="seat",
        games=Count("pk"),
        wins=Count("pk", filter=Q(is_win=True)),
        half_duels=Cast(Sum(Round(2 * F("score") * (F("sides") - 1))), IntegerField()),
    )
    figures = {
        "peak": Subquery(highest.values("after")[:1]),
        "peak_number": Subquery(highest.values("number")[:1]),
        "low": Subquery(lowest.values("after")[:1]),
        "low_number": Subquery(lowest.values("number")[:1]),
        "best_numbers": ArraySubquery(best[:BEST_WINS]),
        "counted": ArraySubquery(kinds.annotate(tally=tally).values("tally")),
    }
    return standings.annotate(**figures)


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
    """Whoever has played of late and may still play, of whatever pool."""
    since = (now or timezone.now()) - ACTIVE_FOR
    # Nobody plays after leaving, but for a table that was not over yet: who left long ago needs no looking for.
    gone = Player.objects.filter(left_at__gt=since - ACTIVE_FOR).order_by().values("pk")
    banned = Player.objects.filter(left_at=None, is_active=False).order_by().values("pk")
    return Standing.objects.filter(last_at__gt=since).exclude(player__in=gone).exclude(player__in=banned)


def standings_active_and_established(now: datetime | None = None) -> QuerySet[Standing]:
    """Whoever is on a leaderboard, of whatever pool."""
    return standings_active(now).filter(games__gte=PROVISIONAL_GAMES)


def standings_ranked(pool: str, now: datetime | None = None) -> QuerySet[Standing]:
    """The leaderboard: established and active players, by rating."""
    listed = standings_active_and_established(now).filter(pool=pool)
    return listed.order_by("-rating", "player_id")


def standings_provisional(pool: str, now: datetime | None = None) -> QuerySet[Standing]:
    """Those who have not played enough yet to be ranked: kept apart, by rating."""
    newcomers = standings_active(now).filter(pool=pool)
    return newcomers.filter(games__lt=PROVISIONAL_GAMES).order_by("-rating", "player_id")


def with_better(standings: QuerySet[Standing]) -> QuerySet[Standing]:
    """Adds how many on the leaderboard have a higher rating (`better`), in the same query."""
    ahead = standings_active_and_established().filter(pool=OuterRef("pool"), rating__gt=OuterRef("rating"))
    counted = ahead.order_by().values("pool").annotate(number=Count("player")).values("number")
    better = {"better": Coalesce(Subquery(counted), Value(0))}
    return standings.annotate(**better)


def rank_of(standing: Standing) -> int | None:
    """The rank of somebody whose standing came with how many are ahead; None for who is not on the leaderboard."""
    return standing.better + 1 if is_ranked(standing) else None


def percentile_of(standing: Standing) -> float | None:
    """The share of ranked players in a pool whom somebody is ahead of, in hundredths."""
    counts = standings_ranked(standing.pool_id).aggregate(
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
    band = Cast(Floor(F("rating") / Value(BAND_POINTS, output_field=FloatField())) * BAND_POINTS, IntegerField())
    counted = standings_ranked(pool).order_by().annotate(band=band).values("band").annotate(count=Count("player"))
    return [(row["band"], row["count"]) for row in counted.order_by("band")]
