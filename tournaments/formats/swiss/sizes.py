"""Divides entries over tables: as many as possible of the wished size, and nobody left over if possible."""

from collections.abc import Iterator

from tournaments.formats.refusals import TooFewEntries
from tournaments.formats.swiss.settings import Sizes


class NobodyLeft(TooFewEntries):
    """Everyone has dropped out or is away."""

    code = "nobody-left"


def byes_needed(count: int, sizes: Sizes) -> int:
    """Return how many must sit out because no tables of these sizes hold exactly so many. Mostly none."""
    if not count:
        raise NobodyLeft("Everyone has dropped out or is away.")
    if count < sizes.smallest:
        raise TooFewEntries(
            f"{count} are there, and a table has {sizes.smallest} seats.", entries=count, smallest=sizes.smallest
        )
    return next(byes for byes in range(sizes.smallest) if _fits(count - byes, sizes))


def table_sizes(count: int, sizes: Sizes) -> Iterator[tuple[int, ...]]:
    """Yield ways to divide so many over tables, best first, the larger tables of each first.

    Best: the fewest places too many or too few beside what is wished for; of
    these, the smaller tables, whose games are shorter.
    """
    fewest, most = -(-count // sizes.largest), count // sizes.smallest
    ways = {_even(count, tables, sizes) for tables in range(fewest, most + 1)}
    yield from sorted(ways, key=lambda way: (sum(abs(size - sizes.wished) for size in way), -len(way)))


def all_sizes(count: int, sizes: Sizes) -> Iterator[tuple[int, ...]]:
    """Yield every way to divide so many over tables, the larger tables of each first."""
    if not count:
        yield ()
    for size in range(sizes.smallest, min(count, sizes.largest) + 1):
        smaller = Sizes(sizes.smallest, sizes.smallest, size)
        yield from ((size, *rest) for rest in all_sizes(count - size, smaller))


def _fits(count: int, sizes: Sizes) -> bool:
    """Return whether some number of tables lies between all as large and all as small as allowed."""
    return -(-count // sizes.largest) <= count // sizes.smallest


def _even(count: int, tables: int, sizes: Sizes) -> tuple[int, ...]:
    """Return so many tables with as many as possible at the wished size and the others next to it."""
    over = count - tables * sizes.wished
    step = 1 if over > 0 else -1
    limit = sizes.largest - sizes.wished if over > 0 else sizes.wished - sizes.smallest
    each, left = divmod(abs(over), tables)
    return tuple(
        sorted((sizes.wished + step * min(limit, each + (number < left)) for number in range(tables)), reverse=True)
    )
