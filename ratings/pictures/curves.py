"""The curve of a rating: a line a list, in one frame of time and numbers."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from ratings.pictures.scales import Scale, Span, scale_for, text

# Lines are drawn on a square of this size and stretched with the picture.
SQUARE = 1000
# In hundredths: an hour so near to the beginning would stand in the day that is named there.
ROOM_FOR_DAY = 15

Point = tuple[datetime, float]


@dataclass(frozen=True, slots=True)
class Rule:
    """A number with its line across the picture."""

    number: int
    y: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A day or an hour with its mark along the lower edge. Every other one gives way on a phone."""

    moment: datetime
    x: str
    spare: bool
    is_hour: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """What all lines of a picture share."""

    span: Span
    scale: Scale

    @property
    def days(self) -> int:
        return (self.span.end - self.span.start).days

    @property
    def rules(self) -> list[Rule]:
        return [Rule(number, text(self.scale.share(number))) for number in self.scale.rules]

    @property
    def ticks(self) -> list[Tick]:
        """Days; or hours, after the day on which they begin."""
        start, hours = self.span.start, [hour for hour in self.span.hours if self.span.share(hour) >= ROOM_FOR_DAY]
        moments = [start, *hours] if self.span.hours else [midnight(day, start) for day in self.span.ticks]
        inside = [(moment, share) for moment in moments if 0 <= (share := self.span.share(moment)) <= 97]
        return [
            Tick(moment, text(share), index % 2 == 1, moment in hours) for index, (moment, share) in enumerate(inside)
        ]

    def place(self, point: Point) -> tuple[str, str]:
        """Where a point stands, in hundredths."""
        return text(self.span.share(point[0])), text(self.scale.share(point[1]))

    def path(self, points: Sequence[Point]) -> str:
        """The line through these points, on the square."""
        tenth = SQUARE / 100
        places = [(self.span.share(moment) * tenth, self.scale.share(value) * tenth) for moment, value in points]
        return " ".join(f"{'L' if index else 'M'}{text(x)} {text(y)}" for index, (x, y) in enumerate(places))

    def area(self, points: Sequence[Point]) -> str:
        """The ground below that line."""
        if not points:
            return ""
        first, last = (text(self.span.share(points[end][0]) * SQUARE / 100) for end in (0, -1))
        return f"{self.path(points)} L{last} {SQUARE} L{first} {SQUARE} Z"


def midnight(day: date, like: datetime) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=like.tzinfo)


def frame_for(span: Span, lines: Iterable[Sequence[Point]]) -> Frame:
    return Frame(span, scale_for([value for line in lines for _, value in line]))


def spread(count: int, most: int) -> list[int]:
    """At most so many of so many things, evenly, the first and the last among them."""
    if count <= most:
        return list(range(count))
    return sorted({index * (count - 1) // (most - 1) for index in range(most)})
