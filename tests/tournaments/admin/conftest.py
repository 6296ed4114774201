"""An organiser who is signed in."""

import pytest

from players.models import Player
from tests.tournaments.admin import builders


@pytest.fixture
def orsola(client) -> Player:
    """Staff, owner of the events of these tests."""
    orsola = builders.organiser()
    client.force_login(orsola)
    return orsola
