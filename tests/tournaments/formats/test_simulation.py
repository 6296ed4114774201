"""Which format: chances that can be worked out by hand, and what fits."""

from math import sqrt

import pytest

from tournaments.formats.elimination.building import double_elimination, single_elimination
from tournaments.formats.elimination.shapes import Rules
from tournaments.formats.refusals import TooFewEntries
from tournaments.formats.simulation.chance import Chance, Event, draw_event
from tournaments.formats.simulation.knockouts import knockout_of, length
from tournaments.formats.simulation.leagues import neighbours, swiss
from tournaments.formats.simulation.ledger import Ledger
from tournaments.formats.simulation.suggestions import NoTime, best_are_first, which_formats
from tournaments.formats.sizes import TableSizes

SEED = b"tests".ljust(32, b"\0")
PAIRS = TableSizes(2, 2)
SIMULATED_EVENTS = 3000


def elo(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def assert_chance(hits: int, chance: float) -> None:
    """Within 99.9 % of what so many draws may give."""
    assert abs(hits / SIMULATED_EVENTS - chance) <= 3.29 * sqrt(chance * (1 - chance) / SIMULATED_EVENTS)


def winners(play, event: Event) -> list[int]:
    return [play(event, Chance(SEED, f"run {run}")).order[0] for run in range(SIMULATED_EVENTS)]


@pytest.mark.parametrize("difference", [0, 100, 200, 400])
def test_two_players_win_as_elo_says(difference):
    chance = Chance(SEED, "two")
    ahead = sum(chance.order((0, 1), (difference, 0.0))[0] == 0 for _ in range(SIMULATED_EVENTS))
    assert_chance(ahead, elo(difference))


def test_at_a_table_of_three_chances_are_in_proportion():
    # 400 points make ten times the chance: 10 : 1 : 1.
    chance = Chance(SEED, "three")
    ahead = sum(chance.order((0, 1, 2), (400.0, 0.0, 0.0))[0] == 0 for _ in range(SIMULATED_EVENTS))
    assert_chance(ahead, 10 / 12)


def test_a_knockout_of_four_by_formula():
    event = Event((300.0, 200.0, 100.0, 0.0), (0, 1, 2, 3))
    play = knockout_of(single_elimination(range(4), Rules(PAIRS)))
    # Past the fourth, and then past whoever of the second and third is in the final.
    expected = elo(300) * (elo(100) * elo(100) + (1 - elo(100)) * elo(200))
    assert_chance(winners(play, event).count(0), expected)


def test_wrong_seeds_are_who_plays():
    # The ratings have the best last, so he meets the first seed, who is the weakest.
    event = Event((300.0, 200.0, 100.0, 0.0), (3, 2, 1, 0))
    play = knockout_of(single_elimination(range(4), Rules(PAIRS)))
    expected = elo(300) * (elo(100) * elo(100) + (1 - elo(100)) * elo(200))
    assert_chance(winners(play, event).count(0), expected)


def test_a_swiss_of_one_round_for_two():
    play = swiss(2, PAIRS, 1).play
    assert_chance(winners(play, Event((200.0, 0.0), (1, 0))).count(0), elo(200))


def test_double_elimination_of_two_by_formula():
    # The better wins two of three at most, except that whoever lost the first must win both others.
    event, chance = Event((100.0, 0.0), (0, 1)), elo(100)
    play = knockout_of(double_elimination(range(2), Rules(PAIRS)))
    expected = chance * (chance + (1 - chance) * chance) + (1 - chance) * chance**2
    assert_chance(winners(play, event).count(0), expected)


def test_drawn_events_have_the_spread_they_should():
    strengths = [draw_event(2, Chance(SEED, f"event {run}")).strengths for run in range(SIMULATED_EVENTS)]
    everyone = [strength for pair in strengths for strength in pair]
    mean = sum(everyone) / len(everyone)
    deviation = sqrt(sum((strength - mean) ** 2 for strength in everyone) / len(everyone))
    assert abs(mean) < 3.29 * 200 / sqrt(len(everyone))
    assert abs(deviation - 200) < 3.29 * 200 / sqrt(2 * len(everyone))
    assert all(better >= worse for better, worse in strengths)
    # Ratings err by 100 each, strengths differ by 200 each: wrong way round with chance arctan(1/2) / pi, which is
    # 0.1476.
    wrong = sum(draw_event(2, Chance(SEED, f"event {run}")).seeds == (1, 0) for run in range(SIMULATED_EVENTS))
    assert_chance(wrong, 0.1476)


def test_length_by_hand():
    pairs = Rules(PAIRS)
    assert length(single_elimination(range(8), pairs)) == 3
    # Winners 1, 2, 3; losers 2, 3, 4, 5; the final is 6, and it may be played again.
    assert length(double_elimination(range(8), pairs)) == 7


def test_neighbours_pass_over_whom_they_have_met():
    ledger = Ledger(Event((0.0,) * 4, (0, 1, 2, 3)), (0, 1, 2, 3))
    ledger.met[0], ledger.met[1] = [1], [0]
    assert neighbours([0, 1, 2, 3], ledger, PAIRS) == [[0, 2], [1, 3]]


def test_one_table_is_one_round_whatever_it_is_called():
    found = which_formats(4, 1, 60, TableSizes(3, 4), SEED, runs=20)
    assert {"Swiss", "round robin"} <= {one.name for one in found}
    single = [one for one in found if one.rounds == 1]
    assert all((one.minutes, one.fewest_games, one.most_games, one.best_four) == (60, 1, 1, 1.0) for one in single)


def test_what_fits_depends_on_the_time():
    def names(rounds: int) -> set[str]:
        return {one.name for one in which_formats(8, rounds / 2, 30, PAIRS, SEED, runs=2)}

    assert names(2) == {"Swiss", "Swiss, then a final of 2"}
    assert names(3) == {"Swiss", "Swiss, then a final of 2", "single elimination"}
    # Two groups of four take three rounds, and the final one.
    assert names(4) - names(3) == {"2 groups, then a final of 2"}
    assert names(6) == names(4)
    assert names(7) - names(6) == {"double elimination", "round robin"}


def test_the_same_seed_gives_the_same_chances():
    first = which_formats(8, 2, 30, PAIRS, SEED, runs=20)
    assert which_formats(8, 2, 30, PAIRS, SEED, runs=20) == first
    assert which_formats(8, 2, 30, PAIRS, SEED[::-1], runs=20) != first


def test_best_four_in_whatever_order():
    assert best_are_first([2, 0, 3, 1, 4])
    assert not best_are_first([0, 1, 2, 4, 3])
    assert best_are_first([1, 0])


def test_bad_input():
    with pytest.raises(TooFewEntries):
        which_formats(2, 4, 30, TableSizes(3, 4), SEED)
    for hours, minutes in [(0.4, 30), (4, 0), (4, -5)]:
        with pytest.raises(NoTime):
            which_formats(8, hours, minutes, PAIRS, SEED)
