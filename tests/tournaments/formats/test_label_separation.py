"""Seeds, tiers and colours: the tools that brackets, groups and schedules are made with."""

from collections import Counter
from random import Random

from tournaments.formats.edge_colouring import EdgeColouring
from tournaments.formats.entries import Entry
from tournaments.formats.seeding import seeds_by_lot, seeds_by_strength
from tournaments.formats.tiers import deal_by_tiers


def test_seeds():
    entries = [Entry(3, 1500), Entry(1, 1600), Entry(2, 1500)]
    assert seeds_by_strength(entries) == (1, 2, 3)
    drawn = {seeds_by_lot(entries, bytes([number] * 32)) for number in range(60)}
    assert len(drawn) == 6  # every order of three turns up
    assert seeds_by_lot(entries, bytes(32)) == seeds_by_lot(entries[::-1], bytes(32))


def test_tiers_forth_and_back():
    assert deal_by_tiers(range(1, 10), 3, lambda _, __: 0) == [[1, 6, 7], [2, 5, 8], [3, 4, 9]]
    # A tier that is not full fills the tables of the weaker heads.
    assert deal_by_tiers(range(1, 9), 3, lambda _, __: 0) == [[1, 6], [2, 5, 8], [3, 4, 7]]


def test_tiers_keep_apart_by_exchanging_equals():
    apart = [{1, 6}, {4, 9}]
    dealt = deal_by_tiers(range(1, 10), 3, lambda one, other: float({one, other} in apart))
    assert not any(pair <= set(table) for pair in apart for table in dealt)
    for tier in ({1, 2, 3}, {4, 5, 6}, {7, 8, 9}):
        assert all(len(tier & set(table)) == 1 for table in dealt)


def test_colours_are_always_enough():
    for trial in range(200):
        random = Random(trial)
        colours = random.randint(1, 6)
        colouring = EdgeColouring(colours)
        degree: Counter[tuple[str, int]] = Counter()
        drawn: Counter[tuple[tuple[str, int], tuple[str, int]]] = Counter()
        for _ in range(60):
            one, other = ("left", random.randrange(8)), ("right", random.randrange(8))
            if max(degree[one], degree[other]) < colours:
                colouring.join(one, other, [random.randrange(colours)])
                degree.update([one, other])
                drawn[one, other] += 1
        found = Counter((one, other) for one, edges in colouring.edges.items() for other in edges.values())
        # A thing has a line of each colour at most once by construction; so it is enough that no line was lost.
        assert {pair: count for pair, count in found.items() if pair[0][0] == "left"} == drawn
