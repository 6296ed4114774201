"""Builds schedules in which everyone meets everyone equally often.

Most of them turn like a wheel: number the places of the first round, and for the next round add one to every number.
Which first rounds come out even is a matter of differences: each must occur equally often between those who share a
table.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from tournaments.formats.round_robin.starters import STARTERS, STILL_ROUNDS

# Tables of numbers from 0; who has which number is not decided here.
Tables = tuple[tuple[int, ...], ...]
Rounds = tuple[Tables, ...]


def balanced(entries: int, size: int) -> Rounds | None:
    """Return the shortest schedule known to be balanced, if any."""
    if entries == size:
        return ((tuple(range(size)),),)
    if size == 2:
        return circle(entries)
    if entries == size**2 and is_prime(size):
        return plane(size)
    if (entries, size) == (9, 4):
        return crosses()
    if (entries, size) == (10, 3):
        return resting_in_turn(entries, size)
    if (entries, size) in STARTERS:
        rounds, first = STARTERS[entries, size]
        still = STILL_ROUNDS.get((entries, size), ())
        return turned(entries, rounds, first) + tuple(still_round(entries, rounds, table) for table in still)
    if entries % size == 1 and is_prime(entries):
        return turned(entries, entries, powers(entries, size))
    return None


def circle(entries: int) -> Rounds:
    """Return the circle method's schedule for tables of two: one stays, the others rotate. With an odd number one sits
    out."""
    odd = entries % 2
    turning = entries - 1 + odd
    pairs = tuple((turning - step, step) for step in range(1, (turning + 1) // 2))
    return turned(entries, turning, pairs if odd else ((turning, 0), *pairs))


def plane(order: int) -> Rounds:
    """Return rounds from an affine plane: entries are the points of a square as wide as a table, rounds its parallel
    lines.

    Two points lie on one line, so everyone meets everyone once. Lines wrap round at the edge, which works for primes.
    """
    columns = tuple(tuple(column * order + row for row in range(order)) for column in range(order))
    sloping = tuple(
        tuple(tuple(x * order + (slope * x + start) % order for x in range(order)) for start in range(order))
        for slope in range(order)
    )
    return (columns, *sloping)


def crosses() -> Rounds:
    """Return a schedule for nine in a square of three: each rests in turn, with those of their row and column at one
    table."""
    cells = [divmod(number, 3) for number in range(9)]

    def round_of(row: int, column: int) -> Tables:
        cross = tuple(n for n, (x, y) in enumerate(cells) if (x == row) != (y == column))
        return cross, tuple(n for n, (x, y) in enumerate(cells) if x != row and y != column)

    return tuple(round_of(*cell) for cell in cells)


def resting_in_turn(entries: int, size: int) -> Rounds:
    """Find a schedule by trying: each rests in turn, and no two meet more often than they must. Only for few
    entries."""
    times = size - 1
    met = dict.fromkeys(combinations(range(entries), 2), 0)

    def rest_of(rounds: Rounds) -> Rounds | None:
        if len(rounds) == entries:
            return rounds
        others = [number for number in range(entries) if number != len(rounds)]
        for tables in divisions(others, size):
            pairs = [pair for table in tables for pair in combinations(table, 2)]
            if all(met[pair] < times for pair in pairs):
                met.update((pair, met[pair] + 1) for pair in pairs)
                if found := rest_of((*rounds, tables)):
                    return found
                met.update((pair, met[pair] - 1) for pair in pairs)
        return None

    found = rest_of(())
    assert found  # noqa: S101  (which numbers it is asked for is known)
    return found


def divisions(numbers: Sequence[int], size: int) -> Iterator[Tables]:
    """Yield every way to seat everybody at tables of this size."""
    if not numbers:
        yield ()
        return
    first, *others = numbers
    for company in combinations(others, size - 1):
        for tables in divisions([number for number in others if number not in company], size):
            yield ((first, *company), *tables)


def powers(prime: int, size: int) -> Tables:
    """Return a first round from powers: numbers whose ratio, modulo the prime, is a root of one of this order sit
    together."""
    root = next(number for number in range(2, prime) if order_of(number, prime) == size)
    group = tuple(pow(root, power, prime) for power in range(size))
    tables = {tuple(sorted(number * member % prime for member in group)) for number in range(1, prime)}
    return tuple(sorted(tables))


def order_of(number: int, prime: int) -> int:
    """Return the multiplicative order of a number modulo a prime."""
    return next(power for power in range(1, prime) if pow(number, power, prime) == 1)


def turned(entries: int, rounds: int, first: Sequence[Sequence[int]]) -> Rounds:
    """Return all rounds, by rotating the first.

    Numbers lie on one wheel or several of the same size, the first from 0, the next from where that ends; a last number
    that fills no wheel stays where it is.
    """
    wheels = entries // rounds * rounds

    def turn(number: int, by: int) -> int:
        return number if number >= wheels else number // rounds * rounds + (number % rounds + by) % rounds

    return tuple(tuple(tuple(turn(number, by) for number in table) for table in first) for by in range(rounds))


def still_round(entries: int, turns: int, table: Sequence[int]) -> Tables:
    """Return the round that consists of a table with one of each cycle and its rotations: everybody, however it is
    rotated."""
    return tuple(turn for (turn,) in turned(entries, turns, [table]))


def meetings(entries: int, rounds: Rounds) -> Iterator[int]:
    """Yield how often each pair meets."""
    met = [[0] * entries for _ in range(entries)]
    for tables in rounds:
        for table in tables:
            for one, other in product(table, table):
                met[one][other] += 1
    return (met[one][other] for one in range(entries) for other in range(one))


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))
