"""How long a game is expected to take."""

import pytest

from games.engine.registry import GAMES
from games.selectors.durations import minutes_expected


@pytest.mark.parametrize(
    ("mode", "turns"),
    [
        # Players times cards, and half of the gems: 3 x 12 + 3 x 4 / 2.
        ("solo-3", 42),
        ("solo-4", 44),
        ("solo-5", 50),
        ("pairs-4", 44),
        # 6 x 8 cards and 6 x 4 / 2 gems, and three discards.
        ("solo-6", 63),
        ("pairs-6", 63),
    ],
)
def test_turns_of_pot_de_vin(mode, turns):
    assert GAMES["pot-de-vin"].turns({"mode": mode, "deck": "double"}) == turns


@pytest.mark.parametrize(
    ("mode", "pace", "minutes"),
    [
        # A third of 30 seconds is 10; 42 turns of that are 420 seconds, 7 minutes to the second.
        ("solo-3", "standard", 7),
        # 440 seconds.
        ("solo-4", "standard", 8),
        # 44 times 30 seconds: 22 minutes.
        ("solo-4", "relaxed", 22),
        # 44 times 10 / 3 seconds: 146.7.
        ("solo-4", "blitz", 3),
        # 630 seconds: ten minutes and a half.
        ("pairs-6", "standard", 11),
    ],
)
def test_a_third_of_the_time_for_each_turn_rounded_up_to_a_minute(mode, pace, minutes):
    assert minutes_expected("pot-de-vin", {"mode": mode, "deck": "double"}, pace) == minutes
