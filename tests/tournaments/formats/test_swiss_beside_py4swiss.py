"""Two at a table beside an engine for chess: no more rematches, no wider score groups."""

from random import Random

import pytest

from tests.tournaments.formats.py4swiss_rounds import by_py4swiss
from tests.tournaments.formats.random_tournaments import tournament
from tournaments.formats.checker import shortcomings
from tournaments.formats.swiss import Settings, Sizes


@pytest.mark.parametrize("count", [8, 12, 18, 26, 40])
def test_no_more_rematches_and_no_wider_score_groups_than_py4swiss(count):
    for seed in range(3):
        rounds = tournament(Random(seed), count, Settings(sizes=Sizes(2, 2, 2)), rounds=min(7, count // 2), quiet=True)
        for paired in rounds:
            if theirs := by_py4swiss(paired):
                ours = shortcomings(paired.round, paired.field, paired.scores)
                other = shortcomings(theirs, paired.field, paired.scores)
                assert ours.rematches <= other.rematches
                assert ours.spread <= other.spread
