"""Brackets for the tests, each drawn once."""

from functools import cache

from tournaments.formats.elimination.bracket import Bracket
from tournaments.formats.elimination.building import double_elimination, single_elimination
from tournaments.formats.elimination.course import TableState
from tournaments.formats.elimination.shapes import Rules
from tournaments.formats.sizes import TableSizes
from tournaments.formats.tables import Outcome

PAIRS = Rules(TableSizes(2, 2))
EVERY_RULE = [Rules(TableSizes(2, most), goes_on) for most in range(2, 7) for goes_on in range(1, most)]


def sizes_for(rules: Rules) -> range:
    """Every number of entries; fewer where nearly all of a table go on, which takes very many rounds."""
    return range(2, 65 if rules.goes_on <= max(1, rules.sizes.most // 2) else 33)


@cache
def single(entries: int, rules: Rules) -> Bracket:
    """Entries are numbered by seed, from 1."""
    return single_elimination(range(1, entries + 1), rules)


@cache
def double(entries: int, rules: Rules) -> Bracket:
    return double_elimination(range(1, entries + 1), rules)


def order(*entries: int) -> Outcome:
    return Outcome(tuple((entry,) for entry in entries))


def by_seed(state: TableState) -> Outcome:
    """The better seed always wins."""
    return order(*sorted(state.entries))
