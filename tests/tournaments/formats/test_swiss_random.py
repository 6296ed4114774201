"""Thousands of rounds at random: none illegal, and for a few entries none worse than the best of all rounds."""

from random import Random

import pytest

from tests.tournaments.formats.brute_force import best_cost
from tests.tournaments.formats.random_tournaments import SIZES, tournament
from tournaments.formats.checker import findings, minimum_spread, shortcomings
from tournaments.formats.swiss import FirstRound, Settings, Sizes, pair

# Whether a round is legal does not hang on how long rematches are avoided: test_rematches.py is about that.
SEARCH_STEPS = 40


def settings_at_random(random: Random) -> Settings:
    return Settings(sizes=random.choice(SIZES), first_round=random.choice(list(FirstRound)), search_steps=SEARCH_STEPS)


@pytest.mark.parametrize("block", range(8))
def test_no_round_is_illegal_with_3_to_40_entries(block):
    random = Random(block)
    for _ in range(45):
        settings = settings_at_random(random)
        count = max(settings.sizes.smallest, 3, min(random.randint(3, 40) for _ in range(4)))
        for paired in tournament(random, count, settings, rounds=random.randint(4, 8)):
            assert findings(paired.round, paired.field, settings) == []


@pytest.mark.parametrize("turn", range(len(SIZES)), ids=lambda turn: str(SIZES[turn]))
def test_no_round_is_illegal_with_any_number_of_entries_from_3_to_300(turn):
    sizes = SIZES[turn]
    for count in range(max(3 + turn, sizes.smallest), 301, len(SIZES)):
        rounds = 2 if count < 60 else 1  # later rounds of large events follow below
        for paired in tournament(Random(count), count, Settings(sizes=sizes, search_steps=SEARCH_STEPS), rounds):
            assert findings(paired.round, paired.field, paired.settings) == []


@pytest.mark.parametrize("count", [101, 203, 300])
def test_no_later_round_of_a_large_event_is_illegal(count):
    for sizes in SIZES[1:4]:
        for paired in tournament(Random(count), count, Settings(sizes=sizes, search_steps=SEARCH_STEPS), rounds=4):
            assert findings(paired.round, paired.field, paired.settings) == []


@pytest.mark.parametrize("sizes", SIZES, ids=str)
def test_no_round_of_up_to_12_entries_can_be_better(sizes):
    random = Random(sizes.largest)
    # Six at a table have 720 orders to be tried.
    for count in range(max(3, sizes.smallest), 12 if sizes.largest < 6 else 9):
        for paired in tournament(random, count, Settings(sizes=sizes), rounds=3):
            if sum(len(table.entries) for table in paired.round.tables) <= 12:
                cost = shortcomings(paired.round, paired.field, paired.scores).weighed(paired.settings.weights)
                assert cost == best_cost(paired)


@pytest.mark.parametrize("size", [2, 3, 4, 6])
def test_scores_are_as_close_as_can_be_where_nobody_need_meet_again(size):
    """In the second round of a large event there is somebody else of the same score for everyone."""
    *_, second = tournament(Random(5), 240, Settings(sizes=Sizes(size, size, size)), rounds=2, quiet=True, ties=0)
    found = shortcomings(second.round, second.field, second.scores)
    assert (found.rematches, found.spread) == (0, minimum_spread(second.round, second.scores))


def test_the_same_seed_makes_the_same_round_and_another_another():
    *_, last = tournament(Random(1), 50, Settings(), rounds=3)
    assert pair(last.field, last.settings, b"seed 2") == last.round
    assert pair(last.field, last.settings, b"another") != last.round
