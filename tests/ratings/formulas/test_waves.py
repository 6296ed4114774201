"""Many matches at once: the same bits as one after another, whatever the tables and however they share players."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from unittest.mock import patch

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ratings.formulas import waves
from ratings.formulas.careers import Career, Result, play
from ratings.formulas.crowds import Changes, Crowd
from ratings.formulas.schedule import SETTLED_AFTER
from ratings.formulas.waves import Tables

SHAPES = [
    *[tuple(range(sides)) for sides in range(2, 7)],
    *[(0, 1, 0, 1), (0, 0, 1, 1), (0, 1, 1, 0), (0, 1, 2, 0, 1, 2), (0, 1, 2, 2, 0, 1)],
    # Nobody plays these today: sides of three, and of different sizes.
    *[(0, 1, 0, 1, 0, 1), (0, 1, 1, 1), (0, 1, 2, 2, 2)],
]
KEPT = [name for name in Career.__slots__ if name != "outcomes"]


@st.composite
def seasons(draw, players: int = 14) -> list[Result]:
    """Tables of any shape, ties among their sides; some finish at the same moment, and then their numbers decide."""
    found, at = [], 0
    for number in range(draw(st.integers(1, 25))):
        sides = draw(st.sampled_from(SHAPES))
        people = draw(st.permutations(range(1, players + 1)))[: len(sides)]
        points = draw(st.lists(st.integers(0, 4), min_size=len(sides), max_size=len(sides)))[: max(sides) + 1]
        at += draw(st.integers(0, 2))
        found.append(
            Result(70 + number, at, people, sides, [1 + sum(p > points[side] for p in points) for side in sides])
        )
    return found


def tables_of(played: Sequence[Result]) -> list[Tables]:
    by_shape = defaultdict(list)
    for one in played:
        by_shape[tuple(one.sides)].append(one)
    return [
        Tables(sides, *(np.array([getattr(one, name) for one in own]) for name in ("match", "at", "players", "places")))
        for sides, own in by_shape.items()
    ]


def one_by_one(played: Sequence[Result], careers: defaultdict[int, Career]) -> dict[tuple[int, int], Any]:
    """By match and player: when, and all that `play` says."""
    return {(one.match, change[0]): (one.at, *change[1:]) for one in played for change in play(careers, one)}


def all_at_once(changes: Changes, crowd: Crowd) -> dict[tuple[int, int], Any]:
    columns = [column.tolist() for column in changes._replace(rows=crowd.players(changes.rows))]
    return {(match, player): (at, *rest) for match, at, player, *rest, _ in zip(*columns, strict=True)}


@given(seasons(), st.integers(1, 30), st.integers(1, 30))
def test_matches_at_once_come_to_the_same_bits_as_one_after_another(season, chunk, looked_at):
    careers, crowd = defaultdict[int, Career](Career), Crowd()
    slow: dict[tuple[int, int], Any] = {}
    fast: dict[tuple[int, int], Any] = {}
    with patch.object(waves, "LOOKED_AT", looked_at):
        for start in range(0, len(season), chunk):
            slow |= one_by_one(season[start : start + chunk], careers)
            fast |= all_at_once(crowd.play(tables_of(season[start : start + chunk])), crowd)
    assert fast == slow
    assert careers_in(crowd.take_moved()) == careers_in(careers)
    assert sorted(crowd.take_tallies()) == sorted(
        (player, sides, seat, *counted)
        for player, career in careers.items()
        for (sides, seat), counted in career.tallies().items()
    )


def careers_in(careers: dict[int, Career]) -> dict[int, list[Any]]:
    return {player: [getattr(career, name) for name in KEPT] for player, career in careers.items()}


def test_long_careers_come_to_the_same_bits():
    """Until K has stopped falling, at tables of four and of three in turns."""
    season = [
        Result(number, number, [1 + (number + seat * 7) % 31 for seat in range(size)], range(size), places)
        for number in range(7000)
        for size, places in [(4, [1 + number % 3, 4, 2 + number % 2, 1]), (3, [2, 1, 3])][number % 2 : number % 2 + 1]
    ]
    careers, crowd = defaultdict[int, Career](Career), Crowd()
    slow = one_by_one(season, careers)
    assert max(career.games for career in careers.values()) > SETTLED_AFTER
    assert all_at_once(crowd.play(tables_of(season)), crowd) == slow
    assert careers_in(crowd.take_moved()) == careers_in(careers)


def test_what_was_taken_is_not_taken_again():
    crowd = Crowd()
    crowd.play(tables_of([Result(1, 1, [3, 5, 9], (0, 1, 2), [1, 2, 3])]))
    assert [crowd.take_moved().keys(), crowd.take_tallies()] == [
        {3, 5, 9},
        [(3, 3, 0, 1, 1, 4), (5, 3, 1, 1, 0, 2), (9, 3, 2, 1, 0, 0)],
    ]
    assert [crowd.take_moved(), crowd.take_tallies()] == [{}, []]
    crowd.play(tables_of([Result(2, 2, [4, 9], (0, 1), [1, 1])]))
    assert crowd.take_moved().keys() == {4, 9}
    assert sorted(crowd.take_tallies()) == [(4, 2, 0, 1, 0, 1), (9, 2, 1, 1, 0, 1)]
