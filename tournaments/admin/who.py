"""Who sends a request to the admin."""

from typing import cast

from django.http import HttpRequest

from players.models import Player


def sender(request: HttpRequest) -> Player:
    """The member of staff: every view of the admin lets nobody else in."""
    return cast(Player, request.user)
