"""One match worked out without a database."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

from ratings.formulas.careers import Career, Change, Position, Result, play


def moved(
    strengths: Sequence[float], games: Sequence[int], places: Sequence[int], sides: Sequence[int] = ()
) -> list[Change]:
    """What a match does to players of such ratings who have played so often; each for themselves without sides."""
    careers: defaultdict[int, Career] = defaultdict(Career)
    for player, (rating, played) in enumerate(zip(strengths, games, strict=True)):
        careers[player].rating, careers[player].games = rating, played
    everyone = list(range(len(strengths)))
    position = Position(datetime(2026, 3, 1, tzinfo=UTC), 1)
    return play(careers, Result(position, everyone, sides or everyone, places))
