"""Where the rules of a picture are drawn: round numbers upwards; hours, days and months along."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from math import ceil, floor
from typing import NamedTuple

STEPS = (10, 20, 25, 50, 100, 200, 250, 500, 1000)
MOST_RULES = 6
LEAST_SPAN = 60
MOST_TICKS = 7
MOST_HOURS = 5
DAY = timedelta(days=1)


class Scale(NamedTuple):
    """From the lowest to the highest rule, and how far they are apart."""

    low: int
    high: int
    step: int

    @property
    def rules(self) -> list[int]:
        return list(range(self.low, self.high + 1, self.step))

    def share(self, value: float) -> float:
        """How far up a value stands, in hundredths from the top."""
        return 100 * (self.high - value) / (self.high - self.low)


def scale_for(values: Sequence[float]) -> Scale:
    """Room for all values between a few round numbers, and never so narrow that a small change looks like a fall."""
    low, high = min(values), max(values)
    spare = max(0.0, (LEAST_SPAN - (high - low)) / 2)
    low, high = low - spare, high + spare
    for step in STEPS:
        first, last = floor(low / step), ceil(high / step)
        if last - first < MOST_RULES:
            return Scale(first * step, last * step, step)
    step = ceil((high - low) / (MOST_RULES - 2) / 1000) * 1000
    return Scale(floor(low / step) * step, ceil(high / step) * step, step)


class Span(NamedTuple):
    """A stretch of time along the picture."""

    start: datetime
    end: datetime

    def share(self, moment: datetime) -> float:
        """How far along a moment stands, in hundredths from the beginning."""
        return 100 * (moment - self.start) / (self.end - self.start)

    @property
    def hours(self) -> list[datetime]:
        """Hours, or parts of one, where it is less than a day; else none."""
        if self.end - self.start >= DAY:
            return []
        tried = (minutes_apart(self.start, self.end, minutes) for minutes in MINUTES_APART)
        return next(hours for hours in tried if len(hours) <= MOST_HOURS)

    @property
    def ticks(self) -> list[date]:
        """Beginnings of days, weeks, months or years, whichever are few enough."""
        first, last = self.start.date() + DAY, self.end.date()
        for count, days in DAYS_APART:
            if (last - first).days <= count * days:
                return days_apart(first, last, days)
        return months_apart(first, last)


MINUTES_APART = (15, 30, 60, 120, 180, 360)
DAYS_APART = tuple((MOST_TICKS - 1, days) for days in (1, 2, 7, 14))
MONTHS_APART = (1, 2, 3, 6, 12, 24, 60, 120)


def minutes_apart(start: datetime, end: datetime, minutes: int) -> list[datetime]:
    """Every so many minutes, counted from midnight."""
    midnight, apart = start.replace(hour=0, minute=0, second=0, microsecond=0), timedelta(minutes=minutes)
    first = ceil((start - midnight) / apart)
    return [midnight + step * apart for step in range(first, (end - midnight) // apart + 1)]


def days_apart(first: date, last: date, days: int) -> list[date]:
    """Every so many days; weeks begin on Monday."""
    offset = -first.weekday() % 7 if days % 7 == 0 else 0
    number = max(0, ((last - first).days - offset) // days + 1)
    return [first + timedelta(days=offset + step * days) for step in range(number)]


def months_apart(first: date, last: date) -> list[date]:
    """Firsts of a month, as many months apart as leaves a handful of them."""
    beginnings = [day for day in firsts_of_months(first, last) if day >= first]
    for apart in MONTHS_APART:
        found = [day for day in beginnings if (day.year * 12 + day.month - 1) % apart == 0]
        if len(found) <= MOST_TICKS:
            return found
    return found[:: ceil(len(found) / MOST_TICKS)]


def firsts_of_months(first: date, last: date) -> Iterable[date]:
    month = first.year * 12 + first.month - 1
    while (day := date(month // 12, month % 12 + 1, 1)) <= last:
        yield day
        month += 1


def text(share: float) -> str:
    """A coordinate, short: no zeros that say nothing, and none below zero."""
    return f"{share:.2f}".rstrip("0").rstrip(".") if abs(share) >= 0.005 else "0"
