"""Turns games into the picture of a curve: lines, areas and marks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.pictures.curves import Frame, Point
from ratings.pictures.scales import Span
from ratings.selectors.games import Game
from ratings.selectors.histories import LinePoint
from ratings.selectors.partners import Together

# Points that can be pointed at; the line itself goes through more.
MARKS_SHOWN = 40
LABEL_TURNS_AT = 80
# So many dots stand side by side on a phone.
MARKS_ON_PHONE = 20
# So much time a picture shows at least: the games of one evening are still a line to follow.
SHORTEST_SPAN = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Mark:
    """A game that can be pointed at."""

    game: Game | Together
    x: str
    y: str
    kind: str = ""
    is_chosen: bool = False

    @property
    def is_late(self) -> bool:
        """So far right that its label stands before it."""
        return float(self.x) > LABEL_TURNS_AT


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is drawn. The part before a rating is established is drawn apart."""

    style: str
    path: str
    newcomer: str = ""
    area: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that the template draws."""

    frame: Frame
    lines: list[Line]
    marks: list[Mark] = field(default_factory=list)

    @property
    def is_crowded(self) -> bool:
        """Whether a phone shows every other dot only; all of them can still be reached."""
        return len(self.marks) > MARKS_ON_PHONE


def span_for(start: datetime | None, firsts: Sequence[datetime], lasts: Sequence[datetime], now: datetime) -> Span:
    """A period up to now; or all there is up to the last game."""
    if start is not None:
        return Span(start, now)
    last = max(lasts)
    return Span(min(*firsts, last - SHORTEST_SPAN), last)


def led_to(points: list[Point], before: float, span: Span, *, was_rated: bool = False) -> list[Point]:
    """A line that begins where the rating stood before the first game.

    Whoever was not rated yet when the picture begins has no line there, unless it begins only just before that game.
    """
    room = points[0][0] - span.start
    leads = room > timedelta(0) and (was_rated or room <= SHORTEST_SPAN)
    return [(span.start, before), *points] if leads else points


def points_of(changes: Sequence[LinePoint], span: Span, rating: float | None) -> list[Point]:
    """From edge to edge where there is more beyond: what the rating was before the first game and is after the last."""
    points = [(change.finished_at, change.after) for change in changes]
    if changes:
        points = led_to(points, changes[0].before, span, was_rated=changes[0].number > 1)
    if rating is not None:
        points += [(span.start, rating)] if not points else []
        points.append((span.end, rating))
    return points


def line_of(frame: Frame, changes: Sequence[LinePoint], points: Sequence[Point], style: str, strong: bool) -> Line:
    early = [change for change in changes if change.number < PROVISIONAL_GAMES]
    if not strong or not early:
        return Line(style, frame.path(points), area=frame.area(points) if strong else "")
    reached = len(early) + (1 if points[0][0] < early[0].finished_at else 0)
    return Line(style, frame.path(points[max(0, reached - 1) :]), frame.path(points[:reached]), frame.area(points))


def marks_of(
    frame: Frame, games: Sequence[Game] | Sequence[Together], kinds: Mapping[int | str, str], chosen: int | str | None
) -> list[Mark]:
    """Games as points. Some are of a kind and one is chosen, by what they are called in an address."""
    return [
        Mark(
            game,
            *frame.place((game.own.finished_at, game.after)),
            kind=kinds.get(game.address, ""),
            is_chosen=game.address == chosen,
        )
        for game in games
    ]
