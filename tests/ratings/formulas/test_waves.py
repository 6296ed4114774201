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
from ratings.formulas.crowds import Crowd, Histories
from ratings.formulas.schedule import SETTLED_AFTER
from ratings.formulas.waves import Tables

SHAPES = [
    *[tuple(range(sides)) for sides in range(2, 7)],
    *[(0, 1, 0, 1), (0, 0, 1, 1), (0, 1, 1, 0), (0, 1, 2, 0, 1, 2), (0, 1, 2, 2, 0, 1)],
    # Nobody plays these today: sides of three, and of different sizes.
    *[(0, 1, 0, 1, 0, 1), (0, 1, 1, 1), (0, 1, 2, 2, 2)],
]
NUMBERS = [name for name in Career.__slots__ if name not in ("best_wins", "tallies")]


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
        Tables(
            sides, *(np.array([getattr(one, name) for one in own]).T for name in ("match", "at", "players", "places"))
        )
        for sides, own in by_shape.items()
    ]


# By match and player: when, which game of theirs it was, the rating before and after it.
Games = dict[tuple[int, int], tuple[int, int, float, float]]


def one_by_one(played: Sequence[Result], careers: defaultdict[int, Career]) -> Games:
    return {
        (one.match, change.player_id): (one.at, change.number, change.before, change.after)
        for one in played
        for change in play(careers, one)
    }


def all_at_once(histories: Histories, crowd: Crowd) -> Games:
    whose = histories.spread(crowd.players(histories.rows))
    numbers = histories.spread(histories.numbers - histories.starts) + np.arange(len(whose))
    before = np.insert(histories.after[:-1], 0, 0)
    before[histories.starts] = histories.before
    matches, at = histories.matches[histories.turns], histories.at[histories.turns]
    columns = (matches, whose, at, numbers, before, histories.after)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return {(match, player): (at, number, before, after) for match, player, at, number, before, after in rows}


@given(seasons(), st.integers(1, 30), st.integers(1, 30), st.integers(1, 4))
def test_matches_at_once_come_to_the_same_bits_as_one_after_another(season, chunk, looked_at, taken):
    """Whatever is read together, looked at together, and put together."""
    careers, crowd = defaultdict[int, Career](Career), Crowd()
    slow: Games = {}
    fast: Games = {}
    with patch.object(waves, "LOOKED_AT", looked_at):
        for number, start in enumerate(range(0, len(season), chunk), start=1):
            slow |= one_by_one(season[start : start + chunk], careers)
            crowd.play(tables_of(season[start : start + chunk]))
            if number % taken == 0:
                fast |= all_at_once(crowd.take(), crowd)
        if crowd.waiting:
            fast |= all_at_once(crowd.take(), crowd)
    assert fast == slow
    assert careers_in(crowd) == {player: known_of(career) for player, career in careers.items()}


def known_of(career: Career) -> dict[str, Any]:
    return {
        **{name: getattr(career, name) for name in NUMBERS},
        "best_wins": career.best_wins,
        "tallies": career.tallies,
    }


def careers_in(crowd: Crowd) -> dict[int, dict[str, Any]]:
    """All that is said of everyone, as a career would have it."""
    columns, best, numbers, counted = crowd.standings(crowd.everyone)
    return {
        player: {
            **{name: columns[name][row].item() for name in NUMBERS},
            "best_wins": [(one, int(number)) for one, number in zip(best[row], numbers[row], strict=True) if number],
            "tallies": {(sides, seat): (*known,) for sides, seat, *known in counted[row].tolist() if known[0]},
        }
        for row, player in enumerate(columns["player_id"].tolist())
    }


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
    crowd.play(tables_of(season))
    assert all_at_once(crowd.take(), crowd) == slow
    assert careers_in(crowd) == {player: known_of(career) for player, career in careers.items()}


def test_what_was_taken_is_not_taken_again():
    crowd = Crowd()
    crowd.play(tables_of([Result(1, 1, [3, 5, 9], (0, 1, 2), [1, 2, 3])]))
    assert crowd.players(crowd.take().rows).tolist() == [3, 5, 9]
    assert crowd.waiting == 0
    crowd.play(tables_of([Result(2, 2, [4, 9], (0, 1), [1, 1])]))
    taken = crowd.take()
    assert crowd.players(taken.rows).tolist() == [9, 4]
    assert taken.numbers.tolist() == [2, 1]
    assert careers_in(crowd)[9]["tallies"] == {(3, 2): (1, 0, 0), (2, 1): (1, 0, 1)}
