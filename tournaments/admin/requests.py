"""The player of a request to the admin."""

from typing import cast

from django.http import HttpRequest

from players.models import Player


def sender(request: HttpRequest) -> Player:
    """Return the member of staff: every view of the admin requires one."""
    return cast(Player, request.user)
