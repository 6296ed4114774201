"""Bars of a histogram: how many players have which rating."""

from collections.abc import Sequence
from dataclasses import dataclass

from ratings.pictures.scales import text

GAP = 0.12  # of a bar's width
FEWEST_BARS = 8


@dataclass(frozen=True, slots=True)
class Bar:
    """A band of ratings, from low to below high, and where its bar stands, in hundredths."""

    low: int
    high: int
    count: int
    x: str
    y: str
    width: str
    height: str
    middle: str
    is_own: bool
    is_labelled: bool

    @property
    def last(self) -> int:
        """The highest whole number in it."""
        return self.high - 1


def bars_for(bands: Sequence[tuple[int, int]], band: int, own: float | None = None) -> list[Bar]:
    """Bars for bands in order, given by lower end and number; those between that nobody is in are drawn empty."""
    if not bands:
        return []
    counts, lows = dict(bands), lows_for(bands, band)
    most, width = max(counts.values()), 100 / len(lows)
    every = -(-len(lows) // 6)
    return [
        Bar(
            low=low,
            high=low + band,
            count=(count := counts.get(low, 0)),
            x=text(width * (index + GAP / 2)),
            y=text(100 - 100 * count / most),
            width=text(width * (1 - GAP)),
            height=text(100 * count / most),
            middle=text(width * (index + 0.5)),
            is_own=own is not None and low <= own < low + band,
            is_labelled=index % every == every // 2,
        )
        for index, low in enumerate(lows)
    ]


def lows_for(bands: Sequence[tuple[int, int]], band: int) -> list[int]:
    """All lower ends from the first to the last, with room around a few, so that no bar is as wide as the page."""
    first, last = bands[0][0], bands[-1][0]
    missing = max(0, FEWEST_BARS - ((last - first) // band + 1))
    first, last = first - band * (missing // 2), last + band * (missing - missing // 2)
    return list(range(first, last + band, band))
