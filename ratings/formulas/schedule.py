"""How much one match weighs: a newcomer's rating moves fast, an old hand's slowly.

The numbers come from simulated careers (docs/benchmarks.md): `make bench ARGS=ratings` makes them again.
"""

from math import exp

FIRST_K, LAST_K = 120.0, 24.0
# After so many games about two thirds of the way from the first K to the last are done.
GAMES_TO_SETTLE = 20.0
# Below this many games a rating is provisional: shown, and kept apart.
PROVISIONAL_GAMES = 15


def k_after(games: int) -> float:
    """K of somebody who has played so many rated games in this pool."""
    return LAST_K + (FIRST_K - LAST_K) * exp(-games / GAMES_TO_SETTLE)


# Beyond the table the difference to the last K is less than a millionth of a point.
K_TABLE = tuple(k_after(games) for games in range(400))


def k_for(games: int) -> float:
    return K_TABLE[games] if games < len(K_TABLE) else LAST_K
