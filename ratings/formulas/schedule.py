"""How much one match weighs: a newcomer's rating moves fast, an old hand's slowly.

The numbers come from simulated careers (docs/benchmarks.md): `make bench ARGS=ratings` makes them again.
"""

from decimal import Decimal

FIRST_K, LAST_K = 160.0, 20.0
# After so many games about two thirds of the way from the first K to the last are done.
GAMES_TO_SETTLE = 30
# Below this many games a rating is provisional: shown, and kept apart.
PROVISIONAL_GAMES = 20


def k_after(games: int) -> float:
    """K of somebody who has played so many rated games in this pool."""
    return LAST_K + (FIRST_K - LAST_K) * float((Decimal(-games) / GAMES_TO_SETTLE).exp())


# Later on the difference to the last K is less than a millionth of a point.
SETTLED_AFTER = 600
K_TABLE = tuple(k_after(games) for games in range(SETTLED_AFTER))


def k_for(games: int) -> float:
    """The same from a table, and the last K for good where the table ends."""
    return K_TABLE[games] if games < SETTLED_AFTER else LAST_K
