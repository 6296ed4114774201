"""How much a rating weighs in a duel: as in chess, ten times as much for every 400 points.

The last bit of `exp` depends on the machine and its libraries. A table and a short sum need nothing but additions and
multiplications, and come to the same bits everywhere.
"""

from decimal import Decimal, localcontext
from math import floor, ldexp

# So many steps double a weight; between two steps a sum of five terms is exact to the last digits of a number.
STEPS = 256
# Ratings from -7,700 to 7,700, which nobody will ever reach.
LOWEST, HIGHEST = -64 * STEPS, 64 * STEPS

with localcontext(prec=40):
    DOUBLING = Decimal(2).ln() / STEPS
    STEPS_PER_POINT = float(Decimal(10).ln() / 400 / DOUBLING)
    ONE, TWO, THREE, FOUR = (float(DOUBLING), float(DOUBLING**2 / 2), float(DOUBLING**3 / 6), float(DOUBLING**4 / 24))
    FIRST = [float((step * DOUBLING).exp()) for step in range(STEPS)]
TABLE = [ldexp(FIRST[step % STEPS], step // STEPS) for step in range(LOWEST, HIGHEST)]
LAST = len(TABLE) - 1


def weight(rating: float) -> float:
    steps = rating * STEPS_PER_POINT
    whole = floor(steps)
    part = steps - whole
    beyond = 1.0 + part * (ONE + part * (TWO + part * (THREE + part * FOUR)))
    return TABLE[min(max(whole - LOWEST, 0), LAST)] * beyond
