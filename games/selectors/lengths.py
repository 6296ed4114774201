"""How long a game takes, for whoever plans many of them."""

from fractions import Fraction
from math import ceil

from games.engine.game import Options
from games.engine.registry import GAMES
from games.models import Pace

# Of the time for a turn people use about this much, over a whole game: most cards are played at once, a few are long
# thought about. Time from the bank is rare enough to be left out.
SHARE_OF_TURN_USED = Fraction(1, 3)
MILLISECONDS_PER_MINUTE = 60_000


def minutes_expected(game: str, table_options: Options, pace: str) -> int:
    """About how many minutes a whole game of these table options takes at this pace, rounded up."""
    turns = GAMES[game].turns(table_options)
    return ceil(turns * Pace(pace).time.turn * SHARE_OF_TURN_USED / MILLISECONDS_PER_MINUTE)
