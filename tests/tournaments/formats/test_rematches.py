"""Rematches where few ways are left: rounds of which it is known by argument how few there can be."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from games.engine.chance import random_words
from tests.tournaments.formats.random_tournaments import outcome, tournament
from tournaments.formats.checker import findings, shortcomings
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.round_robin.balanced_schedules import balanced
from tournaments.formats.swiss import Field, Settings, Sizes, pair
from tournaments.formats.swiss.tabu_search import BROKEN_WISH_STRAIN, Seats, unavoidable
from tournaments.formats.tables import Round, Table


def played(schedule, random: Random) -> Field:
    """A schedule, with everybody's number, seats and results by lot."""
    count = sum(map(len, schedule[0]))
    numbers = random.sample(range(1, count + 1), count)
    rounds = []
    for tables in schedule:
        seated = [
            Table(tuple(EntryId(numbers[place]) for place in random.sample(table, len(table)))) for table in tables
        ]
        rounds.append(Round(tuple(seated), tuple(outcome(random, table, ties=0) for table in seated)))
    return Field(tuple(Entry(EntryId(number), 1500) for number in range(1, count + 1)), tuple(rounds))


def rematches(field: Field, settings: Settings, seed: bytes = b"seed") -> int:
    found = pair(field, settings, seed)
    assert findings(found, field, settings) == []
    return shortcomings(found, field, {entry.id: 0 for entry in field.entries}).rematches


@pytest.mark.parametrize("left_out", [1, 2, 3])
@pytest.mark.parametrize(("count", "size"), [(9, 3), (15, 3), (27, 3), (39, 3), (16, 4), (28, 4), (25, 5), (49, 7)])
def test_the_rounds_left_of_a_design_are_found(count, size, left_out):
    """In the whole design everyone meets everyone once, so what was left out has no rematch."""
    schedule = list(balanced(count, size))
    for number in range(3):
        random = Random(number)
        random.shuffle(schedule)
        assert rematches(played(schedule[:-left_out], random), Settings(sizes=Sizes(size, size, size))) == 0


def test_without_patience_they_are_not_all_found():
    """So the test above is about the longer search, and not about what changes of places find alone."""
    left = 0
    for number in range(8):
        random = Random(number)
        schedule = random.sample(balanced(27, 3), 10)
        left += rematches(played(schedule, random), Settings(sizes=Sizes(3, 3, 3), search_steps=0))
    assert left > 0


def test_wishes_hold_while_rematches_are_avoided():
    """Two rounds of a plane are left; in one of them two sit together who must, in the other two who must not."""
    schedule = balanced(25, 5)
    field = played(schedule[:-2], Random(2))
    free = pair(field, Settings(sizes=Sizes(5, 5, 5)), b"seed")
    one, other, *_ = free.tables[0].entries
    kept, barred = frozenset({(one, other)}), frozenset({(other, one)})
    sizes = Settings(sizes=Sizes(5, 5, 5))
    assert rematches(replace(field, fixed=kept), sizes) == 0
    assert rematches(replace(field, forbidden=barred), sizes) == 0


def test_a_pair_that_must_meet_does_not_end_the_search():
    """They sat together in the best round found, so that round is still to be had."""
    *_, last = tournament(Random(1), 21, Settings(sizes=Sizes(4, 5, 6), search_steps=20), rounds=5, quiet=True)
    settings = replace(last.settings, search_steps=2000)
    best = pair(last.field, settings, b"seed")
    hasty = rematches(last.field, replace(settings, search_steps=0))
    fewest = shortcomings(best, last.field, last.scores).rematches
    assert fewest < hasty
    fixed = frozenset({best.tables[0].entries[:2], best.tables[1].entries[:2]})
    assert rematches(replace(last.field, fixed=fixed), settings) <= fewest


def test_more_patience_never_makes_a_round_worse():
    for seed in range(3):
        *_, last = tournament(Random(seed), 21, Settings(sizes=Sizes(4, 5, 6), search_steps=20), rounds=3, quiet=True)
        costs = []
        for search_steps in (0, 50, 1000):
            settings = replace(last.settings, search_steps=search_steps)
            found = shortcomings(pair(last.field, settings, b"seed"), last.field, last.scores)
            costs.append(found.weighed(settings.weights))
        assert costs == sorted(costs, reverse=True)
    assert costs[0] > costs[-1]


def test_the_strain_counted_on_the_way_is_that_of_the_tables():
    random = Random(3)
    known = [[0] * 17 for _ in range(17)]
    for one, other in combinations(range(17), 2):
        known[one][other] = known[other][one] = random.choice([0, 0, 1, 1, BROKEN_WISH_STRAIN, -BROKEN_WISH_STRAIN])
    seats, chance = Seats(known, [range(5), range(5, 9), range(9, 13), range(13, 17)]), random_words(b"seed", "test")
    for _ in range(200):
        seats.step(chance)
        together = (pair for table in seats.tables for pair in combinations(table, 2))
        assert seats.strain == sum(known[one][other] for one, other in together)
        assert sorted(map(len, seats.tables)) == [4, 4, 4, 5]
    assert sorted(entry for table in seats.tables for entry in table) == list(range(17))


def test_what_cannot_be_avoided():
    # Of six, everyone has met all but the one opposite. At tables of three each has two companions, one of them met: 3.
    known = [[int(one != other and (one - other) % 3 != 0) for one in range(6)] for other in range(6)]
    assert unavoidable(known, 3) == 3
    # A pair who must meet and have not count as if that were less than nothing, and as strangers.
    known[0][3] = known[3][0] = -BROKEN_WISH_STRAIN
    assert unavoidable(known, 3) == 3 - BROKEN_WISH_STRAIN
    known[0][3] = known[3][0] = 0
    # At tables of two nobody need meet again.
    assert unavoidable(known, 2) == 0
