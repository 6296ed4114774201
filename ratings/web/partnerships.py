"""Reads what the page of two partners shows: which of their games, and the figures made of them."""

from collections.abc import Collection, Mapping
from datetime import datetime
from functools import cached_property

from ratings.figures import hundredths
from ratings.pictures.curves import Frame, frame_for, spread
from ratings.selectors import partners
from ratings.selectors.histories import number_at
from ratings.selectors.partners import Pair, Together
from ratings.selectors.standings import BEST_WINS
from ratings.web.curves import MARKS_SHOWN, Line, Mark, Picture, led_to, marks_of, span_for
from ratings.web.paging import page_of, stretch_asked_for
from ratings.web.tallies import Sum, by_seats, by_size


class Partnership:
    """Two partners in a pool, looked at once: whatever is shown is chosen among the games that were read then.

    Games go by the numbers of the one who has played less.
    """

    def __init__(self, pair: Pair, start: datetime | None, asked: Mapping[str, int]) -> None:
        self.pair, self.start, self.asked = pair, start, asked
        self.first = number_at(pair.fewer, start) if start else 1
        self.recent, self.drawn = partners.numbers_recent(pair), partners.numbers_drawn(pair, self.first)
        stretch = stretch_asked_for(pair, asked.get("before"), asked.get("after"))
        looked = partners.look_at(pair, {*self.recent, *self.drawn, *stretch.numbers, *asked.values()})
        self.together, self.page = looked.together, page_of(pair, stretch, looked)

    # --- Which games ---

    @cached_property
    def known(self) -> list[int]:
        """What the figures are made of."""
        return [number for number in self.together if number in self.recent]

    @cached_property
    def extremes(self) -> dict[int, str]:
        """Where both together stood highest and lowest; of equal ones the first."""
        if not self.known:
            return {}
        peak, low = (extreme(self.known, key=self.after) for extreme in (max, min))
        return {low: "low", peak: "peak"}

    def after(self, number: int) -> float:
        return self.together[number].after

    @cached_property
    def on_line(self) -> list[int]:
        """The games of the period that the line goes through."""
        shown = self.drawn | {number for number in self.extremes if number >= self.first}
        return [number for number in self.together if number in shown]

    @cached_property
    def marked(self) -> set[int]:
        evenly = {self.on_line[index] for index in spread(len(self.on_line), MARKS_SHOWN)}
        return evenly | (set(self.extremes) & set(self.on_line))

    @cached_property
    def chosen(self) -> int | None:
        """The game that is shown in full: the one asked for, or the last. None where it was none of theirs."""
        last = next(reversed(self.known or self.page.numbers[::-1]), None)
        number = self.asked.get("game", last)
        return number if number in self.together else None

    @cached_property
    def best(self) -> list[int]:
        """Won against the strongest; of equal ones the earlier."""
        won = [number for number in self.known if self.together[number].own.is_win]
        return sorted(won, key=lambda number: -self.together[number].own.opponents)[:BEST_WINS]

    def games(self, numbers: Collection[int]) -> list[Together]:
        return [self.together[number] for number in numbers]

    # --- Figures ---

    @cached_property
    def won(self) -> int:
        return sum(self.together[number].wins for number in self.known)

    @property
    def won_share(self) -> int:
        return hundredths(self.won / len(self.known))

    @property
    def score(self) -> int:
        return hundredths(sum(self.together[number].own.score for number in self.known) / len(self.known))

    @property
    def by_size(self) -> list[Sum]:
        return by_size([self.together[number] for number in self.known])

    @property
    def by_seats(self) -> list[Sum]:
        return by_seats([self.together[number] for number in self.known])

    # --- The picture ---

    def picture(self, now: datetime) -> Picture | None:
        """The team's line strong, its members' thin; None where they have not been on one side in the period."""
        if not self.on_line:
            return None
        games = [self.together[number] for number in self.on_line]
        span = span_for(self.start, [games[0].own.finished_at], [games[-1].own.finished_at], now)
        members = zip(*(game.members for game in games), strict=True)
        own, other = (led_to([(one.finished_at, one.after) for one in side], side[0].before, span) for side in members)
        both = led_to([(game.own.finished_at, game.after) for game in games], games[0].before, span)
        frame = frame_for(span, [own, other, both])
        lines = [
            Line("list-2", frame.path(own)),
            Line("list-3", frame.path(other)),
            Line("list-1", frame.path(both), area=frame.area(both)),
        ]
        return Picture(frame, lines, self.marks(frame))

    def marks(self, frame: Frame) -> list[Mark]:
        pointed = [number for number in self.on_line if number in self.marked or number == self.chosen]
        chosen = self.together[self.chosen].address if self.chosen else None
        kinds: dict[int | str, str] = {self.together[number].address: kind for number, kind in self.extremes.items()}
        return marks_of(frame, self.games(pointed), kinds, chosen)
