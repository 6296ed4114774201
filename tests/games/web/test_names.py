"""Every game, way to play and option has a name, so that other apps can show them without knowing the game."""

import pytest

from games.engine.registry import GAMES
from games.web import names


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_everything_that_can_be_chosen_has_a_name(game):
    assert names.game_name(game.name)
    for mode in game.tournament_modes():
        assert names.tournament_mode_name(game.name, mode.name)
    for option, values in game.choices().items():
        assert names.option_label(game.name, option)
        assert len({names.option_name(game.name, option, value) for value in values}) == len(values)


def test_what_is_no_choice_has_no_name():
    with pytest.raises(KeyError):
        names.option_name("pot-de-vin", "deck", "no-such-deck")
    with pytest.raises(KeyError):
        names.tournament_mode_name("pot-de-vin", "solo-4")
