"""Where the tables of a bracket stand: worked out by hand for four entries, and without overlap for all others."""

from fractions import Fraction
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.formats.knockouts import PAIRS, by_seed
from tests.tournaments.pictures.brackets import numbers, pictured, played
from tournaments.formats.elimination.bracket import Bracket
from tournaments.formats.elimination.building import double_elimination, single_elimination
from tournaments.formats.elimination.shapes import NoBracketFits, Rules
from tournaments.formats.sizes import TableSizes
from tournaments.pictures.bracket.connectors import Connector, connectors
from tournaments.pictures.bracket.layout import BOX_GAP, COLUMN_GAP, Box, Layout, lay_out
from tournaments.pictures.bracket.table_order import spread

RULES = [Rules(TableSizes(2, most), goes_on) for most in range(2, 7) for goes_on in range(1, most // 2 + 1)]


def brackets(rules: Rules, entries: int) -> list[Bracket]:
    seeds = range(1, entries + 1)
    found = [single_elimination(seeds, rules, small_final=True)]
    try:
        return [*found, double_elimination(seeds, rules)]
    except NoBracketFits:
        return found


def overlap(one: Box, other: Box) -> bool:
    return one.column == other.column and one.y < other.bottom and other.y < one.bottom


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_no_two_boxes_overlap_and_every_line_runs_to_the_right(rules):
    """From 3 to 64 entries, single and double; every table once, and nothing outside the picture."""
    for entries in range(3, 65):
        for bracket in brackets(rules, entries):
            rounds = pictured(played(bracket))
            layout = lay_out(rounds)
            assert sorted(layout.boxes) == sorted(numbers(rounds)) == list(range(1, len(bracket.tables) + 1))
            assert not any(overlap(one, other) for one, other in combinations(layout.boxes.values(), 2))
            assert all(box.y > 0 and box.bottom < layout.height for box in layout.boxes.values())
            assert all(box.x > 0 and box.right < layout.width for box in layout.boxes.values())
            for line in connectors(layout):
                assert layout.boxes[line.source].right + COLUMN_GAP <= layout.boxes[line.target].x


def crosses(line: Connector, layout: Layout) -> bool:
    """Whether a line that is always drawn runs through a box between its ends, at the height at which it starts."""
    start, end = layout.boxes[line.source], layout.boxes[line.target]
    between = [box for box in layout.boxes.values() if start.column < box.column < end.column]
    y = Fraction(line.path.split()[1].removeprefix("C"))
    return not line.falls and any(box.y < y < box.bottom for box in between)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_no_line_runs_through_a_table(rules):
    for entries in (5, 8, 13, 24, 37, 64):
        for bracket in brackets(rules, entries):
            layout = lay_out(pictured(played(bracket)))
            assert not any(crosses(line, layout) for line in connectors(layout))


def test_the_way_of_those_who_fall_keeps_clear_of_all_tables():
    """Down a gutter, along the corridor between the sides, up a gutter."""
    ways = 0
    for entries in range(8, 65, 4):
        layout = lay_out(pictured(played(double_elimination(range(1, entries + 1), Rules(TableSizes(3, 4), 2)))))
        for line in connectors(layout):
            if "V" in line.path:
                ways += 1
                _, _, down, across, *_ = line.path.split()
                assert int(down.removeprefix("H")) == layout.boxes[line.source].right + COLUMN_GAP // 2
                assert across == f"V{layout.corridor}"
        upper = [box.bottom for box in layout.boxes.values() if box.part == "winners"]
        lower = [box.y for box in layout.boxes.values() if box.part == "losers"]
        assert not lower or max(upper) < layout.corridor < min(lower)
    assert ways


def test_four_entries_by_hand():
    """Two semifinals, 1-4 and 2-3, a small final and a final; each table 26 + 2 * 30 + 4 = 90 high, 256 wide.

    The first begins at 12 to the right and, below its title, at 12 + 40 = 52. The second stands 20 below it, at 162.
    The next column begins at 12 + 256 + 56 = 324. The middles of the first two are 97 and 207, so the final's is 152,
    and it stands at 107. Rows have their middles 26 + 15 = 41 and 71 below the top.
    """
    layout = lay_out(pictured(played(single_elimination(range(1, 5), PAIRS, small_final=True))))
    places = {number: (box.x, box.y, box.height) for number, box in layout.boxes.items()}
    assert places == {1: (12, 52, 90), 2: (12, 162, 90), 3: (324, 257, 90), 4: (324, 107, 90)}
    assert [(title.text, title.x, title.y) for title in layout.titles] == [
        ("Winners 1", 12, 38),
        ("Small-final 1", 324, 243),
        ("Final 1", 324, 93),
    ]
    # 1 beats 4 and 2 beats 3: so 1 and 2 leave from the upper rows, 4 and 3 from the lower ones.
    assert {(line.source, line.target, line.entry): (line.path, line.falls) for line in connectors(layout)} == {
        (1, 4, 1): ("M268 93 C296 93 296 148 324 148", False),
        (2, 4, 2): ("M268 203 C296 203 296 178 324 178", False),
        (1, 3, 4): ("M268 123 C296 123 296 298 324 298", True),
        (2, 3, 3): ("M268 233 C296 233 296 328 324 328", True),
    }


def test_those_not_known_yet_leave_from_the_middle():
    layout = lay_out(pictured(played(single_elimination(range(1, 5), PAIRS), tables=0)))
    assert [line.path for line in connectors(layout)] == [
        "M268 97 C296 97 296 148 324 148",
        "M268 207 C296 207 296 178 324 178",
    ]


def test_a_bracket_of_two_sides_has_no_crossing_lines():
    """The tables of a round stand in the order in which the next round waits for them."""
    layout = lay_out(pictured(played(single_elimination(range(1, 65), PAIRS))))
    ends = sorted(
        (layout.boxes[line.target].x, layout.boxes[line.target].row(line.slot), line) for line in connectors(layout)
    )
    for column in {x for x, *_ in ends}:
        starts = [layout.boxes[line.source].y for x, _, line in ends if x == column]
        assert starts == sorted(starts)


def test_double_elimination_of_four_by_hand():
    """Winners in columns 0 and 1, losers in 1 and 2, the final in 3, the reset in 4: at tables of two."""
    layout = lay_out(pictured(played(double_elimination(range(1, 5), PAIRS))))
    parts = {number: (box.part, box.column) for number, box in layout.boxes.items()}
    assert parts == {
        1: ("winners", 0),
        2: ("winners", 0),
        3: ("losers", 1),
        4: ("winners", 1),
        5: ("losers", 2),
        6: ("final", 3),
        7: ("reset", 4),
    }
    assert max(layout.boxes[number].bottom for number in (1, 2, 4)) < min(layout.boxes[n].y for n in (3, 5))
    assert layout.boxes[6].centre == layout.boxes[7].centre
    # Both sides of the reset come from the final, wherever they won their way to it.
    assert {line.source for line in connectors(layout) if line.target == 7} == {6}


@given(st.lists(st.tuples(st.integers(-500, 500), st.sampled_from([56, 86, 116, 206])), min_size=1, max_size=8))
def test_spreading_keeps_order_and_gap_and_no_neighbour_could_be_nearer(wished):
    centres, heights = [float(centre) for centre, _ in wished], [height for _, height in wished]
    tops = spread(centres, heights, BOX_GAP)
    apart = [after - before for before, after in pairwise(tops)]
    assert all(gap >= height + BOX_GAP - 1e-6 for gap, height in zip(apart, heights, strict=False))
    # The sum of squares is convex, so it is least where no run of neighbours gains by moving together.
    for first, last in combinations(range(len(tops) + 1), 2):
        for step in (-0.5, 0.5):
            moved = [top + step * (first <= index < last) for index, top in enumerate(tops)]
            legal = all(b - a >= h + BOX_GAP - 1e-6 for a, b, h in zip(moved, moved[1:], heights, strict=False))
            assert not legal or off(moved, centres, heights) >= off(tops, centres, heights) - 1e-6


def off(tops: list[float], centres: list[float], heights: list[int]) -> float:
    return sum((top + height / 2 - centre) ** 2 for top, centre, height in zip(tops, centres, heights, strict=True))


def test_no_tables_and_one_table():
    assert lay_out([]).boxes == {}
    (box,) = lay_out(pictured(played(single_elimination([1, 2], PAIRS), judge=by_seed))).boxes.values()
    assert (box.x, box.y) == (12, 52)
