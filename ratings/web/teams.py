"""Two partners over time: how strong they are together, and what each of them made of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from players.models import Team
from players.selectors import teams_with_members
from ratings.figures import hundredths
from ratings.pictures.curves import Frame, Point, frame_for, spread
from ratings.selectors.histories import number_at
from ratings.selectors.partners import LOOKED_AT, Pair, Together, history_of, pairs_of
from ratings.web.curves import Line, Picture, span_for
from ratings.web.periods import PERIODS, period_named

MARKS = 40
LISTED = 20


@dataclass(frozen=True, slots=True)
class Mark:
    """A match of the team that can be pointed at."""

    game: Together
    x: str
    y: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """What there is to say about two people in one pool."""

    pair: Pair
    games: list[Together]
    picture: Picture | None
    marks: list[Mark]

    @property
    def won(self) -> int:
        return hundredths(sum(game.own.place == 1 for game in self.games) / len(self.games))

    @property
    def score(self) -> int:
        return hundredths(sum(game.own.score for game in self.games) / len(self.games))

    @property
    def listed(self) -> list[Together]:
        return self.games[: -LISTED - 1 : -1]

    @property
    def is_partial(self) -> bool:
        return self.pair.fewer.games > LOOKED_AT

    @property
    def looked_at(self) -> int:
        return LOOKED_AT


@require_safe
def team_history(request: HttpRequest, pk: int, slug: str) -> HttpResponse:
    team = get_object_or_404(teams_with_members(), pk=pk)
    if slug != team.slug:
        return redirect("team_rating_history", team.pk, team.slug)
    now, period = timezone.now(), period_named(request.GET.get("period", ""))
    context: dict[str, Any] = {"team": team, "period": period, "periods": PERIODS.values()}
    context["records"] = [
        record for pair in pairs_in(team) if (record := record_of(pair, period.start(now), now)) is not None
    ]
    return render(request, "ratings/team.html", context)


def pairs_in(team: Team) -> list[Pair]:
    return pairs_of(team.captain, team.partner) if team.captain and team.partner else []


def record_of(pair: Pair, start: datetime | None, now: datetime) -> Record | None:
    """None where they have not been on one side of late."""
    history = history_of(pair, number_at(pair.fewer, start) if start else 1)
    if not history.recent:
        return None
    picture, marks = picture_of(history.line, start, now) if history.line else (None, [])
    return Record(pair, history.recent, picture, marks)


def picture_of(games: Sequence[Together], start: datetime | None, now: datetime) -> tuple[Picture, list[Mark]]:
    """The team's line strong, its members' thin."""
    span = span_for(start, [games[0].own.finished_at], [games[-1].own.finished_at], now)
    own, other = ([(game.own.finished_at, getattr(game, name).after) for game in games] for name in ("own", "other"))
    both: list[Point] = [(game.own.finished_at, game.after) for game in games]
    frame = frame_for(span, [own, other, both])
    lines = [
        Line("list-2", frame.path(own)),
        Line("list-3", frame.path(other)),
        Line("list-1", frame.path(both), area=frame.area(both)),
    ]
    return Picture(frame, lines), marks_of(frame, games)


def marks_of(frame: Frame, games: Sequence[Together]) -> list[Mark]:
    peak, low = (extreme(games, key=lambda game: game.after) for extreme in (max, min))
    shown = [games[index] for index in spread(len(games), MARKS)]
    shown = sorted({id(game): game for game in [*shown, peak, low]}.values(), key=lambda game: game.own.finished_at)
    kinds = {id(low): "low", id(peak): "peak"}
    return [Mark(game, *frame.place((game.own.finished_at, game.after)), kinds.get(id(game), "")) for game in shown]
