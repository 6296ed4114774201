"""Estimates how long a game takes, for schedules of tournaments."""

from fractions import Fraction
from math import ceil

from games.engine.game import Options
from games.engine.registry import GAMES
from games.models import Pace

# The share of a turn's time that players use on average: most cards are played at once, a few after long thought.
# Time from the bank is rare enough to be left out.
TURN_TIME_USED_SHARE = Fraction(1, 3)
MILLISECONDS_PER_MINUTE = 60_000


def minutes_expected(game: str, table_options: Options, pace: str) -> int:
    """Return about how many minutes a game with these table options takes at this pace, rounded up."""
    turns = GAMES[game].turns(table_options)
    return ceil(turns * Pace(pace).time.turn * TURN_TIME_USED_SHARE / MILLISECONDS_PER_MINUTE)
