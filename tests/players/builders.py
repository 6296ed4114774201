"""Creates players and teams for tests."""

import os
from itertools import count

from players.models import Player, Team
from players.services.invitations import invitation_accept, invitation_send
from players.services.teams import team_create

numbers = count(1)
PASSWORD = "seven gems and a mask"


def names_of_this_process() -> None:
    """Use names that no other process gives, for programs that work on a running site."""
    global numbers
    numbers = count(os.getpid() * 1000)


def letters(number: int) -> str:
    return "".join("bcdfghjkpq"[int(digit)] + "a" for digit in str(number))


def player(name: str | None = None, **fields) -> Player:
    name = name or f"Pa{letters(next(numbers))}"
    return Player.objects.create_user(name, fields.pop("email", f"{name}@example.org"), PASSWORD, **fields)


def team(*, captain: Player | None = None, partner: Player | None = None, name: str | None = None) -> Team:
    captain = captain or player()
    built = team_create(captain=captain, name=name or f"Ta{letters(next(numbers))}")
    if partner:
        invitation_accept(invitation=invitation_send(team=built, by=captain, to=partner), player=partner)
    return Team.objects.get(pk=built.pk)
