"""Which table of Pot de Vin a tournament's table is."""

import pytest

from games.engine.game import Seat, UnknownOptions
from games.engine.pot_de_vin import PotDeVin

GAME = PotDeVin()


@pytest.mark.parametrize(
    ("mode", "sides", "table"),
    [
        ("solo", 3, "solo-3"),
        ("solo", 5, "solo-5"),
        ("solo-6", 6, "solo-6"),
        ("solo-6", 4, "solo-4"),
        ("pairs-4", 2, "pairs-4"),
        ("pairs-4", 3, "pairs-6"),
        ("pairs-6", 2, "pairs-4"),
        ("pairs-6", 3, "pairs-6"),
    ],
)
def test_a_tournaments_mode_and_a_number_of_sides_make_a_table(mode, sides, table):
    assert GAME.table_options({"mode": mode, "deck": "single"}, sides) == {"mode": table, "deck": "single"}


def test_each_for_themselves_six_are_a_mode_of_their_own():
    with pytest.raises(UnknownOptions):
        GAME.table_options({"mode": "solo", "deck": "double"}, 6)


def test_sizes_of_tables():
    sizes = {mode.name: (mode.fewest, mode.wished, mode.most) for mode in GAME.tournament_modes()}
    assert sizes == {"solo": (3, 4, 5), "solo-6": (3, 6, 6), "pairs-4": (2, 2, 3), "pairs-6": (2, 3, 3)}


def test_before_the_first_round_of_six_no_round_has_been_played():
    state = GAME.start({"mode": "solo-6", "deck": "double"}, bytes(32))
    assert GAME.progress(state) == (0, 12)
    assert GAME.points(state) == (0,) * 6
    state, _ = GAME.apply(state, Seat(GAME.to_act(state)[0]), GAME.legal(state, GAME.to_act(state)[0])[0])
    assert GAME.progress(state) == (0, 12)
    assert GAME.progress(GAME.start({"mode": "solo-3", "deck": "double"}, bytes(32))) == (1, 16)
