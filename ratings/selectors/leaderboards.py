"""Leaderboards, a page at a time. A page begins behind a line, not at a number, so it stays what it is while people
overtake one another: nobody is shown twice or left out by turning it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from players.models import Player
from players.names import name_key, normalise
from ratings.models import RankSnapshot, Standing
from ratings.selectors.standings import standings_in, standings_provisional, standings_ranked, with_better

LINES_PER_PAGE = 50
PLAYERS_FOUND = 20
WEEK = timedelta(days=7)
HIGHEST_PLAYER_ID = 2_000_000_000  # no player has a larger number


class Mark(NamedTuple):
    """A line on a leaderboard, by what puts it where it is. So it is in an address."""

    rating: float
    player: int

    def __str__(self) -> str:
        return f"{self.rating!r}~{self.player}"

    @classmethod
    def read(cls, text: str) -> "Mark | None":
        """None for anything that no page of ours has written."""
        rating, _, player = text.partition("~")
        try:
            mark = cls(float(rating), int(player))
        except ValueError:
            return None
        return mark if abs(mark.rating) < 1e6 and 0 <= mark.player < HIGHEST_PLAYER_ID else None

    @property
    def after(self) -> Q:
        return Q(rating__lt=self.rating) | Q(rating=self.rating, player_id__gt=self.player)

    @property
    def before(self) -> Q:
        return Q(rating__gt=self.rating) | Q(rating=self.rating, player_id__lt=self.player)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a leaderboard. Equal ratings share a rank; newcomers have none."""

    standing: Standing
    rank: int | None = None
    rank_before: int | None = None

    @property
    def climbed(self) -> int | None:
        """By how many ranks since last week; None for who was not ranked then."""
        return None if self.rank is None or self.rank_before is None else self.rank_before - self.rank

    @property
    def fell(self) -> int:
        return -(self.climbed or 0)


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines, and where those before and behind them begin."""

    lines: list[Line]
    earlier: Mark | None
    later: Mark | None


def standings_listed(pool: str, newcomers: bool) -> QuerySet[Standing]:
    return standings_provisional(pool) if newcomers else standings_ranked(pool)


def page_after(pool: str, mark: Mark | None = None, *, newcomers: bool = False) -> Page:
    """The lines behind a mark; from the top without one."""
    listed = standings_listed(pool, newcomers)
    behind = listed.filter(mark.after) if mark else listed
    return page_of(pool, list(behind.select_related("player")[: LINES_PER_PAGE + 1]), newcomers)


def page_before(pool: str, mark: Mark, *, newcomers: bool = False) -> Page:
    """The lines that lead up to a mark."""
    listed = standings_listed(pool, newcomers).filter(mark.before).order_by("rating", "-player_id")
    found = list(listed.select_related("player")[:LINES_PER_PAGE])
    if len(found) < LINES_PER_PAGE:  # that is the top
        return page_after(pool, newcomers=newcomers)
    return page_of(pool, found[::-1], newcomers, more=True)


def page_from(pool: str, rank: int) -> Page:
    """From a rank on; empty behind the last one."""
    return page_of(pool, list(standings_ranked(pool).select_related("player")[rank - 1 : rank + LINES_PER_PAGE]), False)


def page_around(pool: str, standing: Standing, *, newcomers: bool = False) -> Page:
    """With somebody in the middle."""
    listed, own = standings_listed(pool, newcomers), Mark(standing.rating, standing.player_id)
    ahead = listed.filter(own.before).order_by("rating", "-player_id").select_related("player")[: LINES_PER_PAGE // 2]
    behind = listed.exclude(own.before).select_related("player")[: LINES_PER_PAGE - LINES_PER_PAGE // 2 + 1]
    rest = list(behind)
    more = len(rest) > LINES_PER_PAGE - LINES_PER_PAGE // 2
    return page_of(pool, [*list(ahead)[::-1], *rest[: LINES_PER_PAGE - LINES_PER_PAGE // 2]], newcomers, more=more)


def page_of(pool: str, standings: list[Standing], newcomers: bool, more: bool | None = None) -> Page:
    shown = standings[:LINES_PER_PAGE]
    if not shown:
        return Page([], None, None)
    more = len(standings) > LINES_PER_PAGE if more is None else more
    first, last = (Mark(one.rating, one.player_id) for one in (shown[0], shown[-1]))
    counted = standings_listed(pool, newcomers).filter(rating__gte=first.rating)
    ahead = counted.aggregate(
        lines=Count("player", filter=first.before), better=Count("player", filter=Q(rating__gt=first.rating))
    )
    lines = [Line(one) for one in shown] if newcomers else lines_ranked(pool, shown, ahead)
    return Page(lines, first if ahead["lines"] else None, last if more else None)


def lines_ranked(pool: str, standings: Sequence[Standing], ahead: dict[str, Any]) -> list[Line]:
    earlier = ranks_week_ago(pool, [one.player_id for one in standings])
    rank, rating, lines = ahead["better"] + 1, standings[0].rating, []
    for position, one in enumerate(standings, start=ahead["lines"] + 1):
        if one.rating != rating:
            rank, rating = position, one.rating
        lines.append(Line(one, rank, earlier.get(one.player_id)))
    return lines


def ranks_week_ago(pool: str, player_ids: Sequence[int]) -> dict[int, int]:
    """Where these players stood a week ago, or on the first day after that on which anybody was counted."""
    counted = RankSnapshot.objects.filter(pool=pool, day__gte=(timezone.now() - WEEK).date()).order_by("day")
    found = RankSnapshot.objects.filter(pool=pool, day=counted.values("day")[:1], player_id__in=player_ids)
    return dict(found.values_list("player_id", "rank"))


def standings_found(pool: str, text: str) -> list[Standing]:
    """Players of a pool whose name begins like this, ranked or not, each with how many are ahead (`better`)."""
    key = name_key(normalise(text))
    if not key:
        return []
    named = Player.objects.filter(name_key__startswith=key, left_at=None, is_active=True).values("pk")
    found = standings_in(pool).filter(player__in=named).select_related("player")
    return list(with_better(found).order_by("-rating", "player_id")[:PLAYERS_FOUND])
