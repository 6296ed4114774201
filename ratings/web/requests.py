"""Reads players, pools and numbers from addresses."""

from django.conf import settings
from django.http import Http404, HttpRequest
from django.utils.functional import Promise

from players.models import Player
from players.selectors import player_by_name


def player_or_404(name: str) -> Player:
    player = player_by_name(name)
    if player is None:
        raise Http404
    return player


def pool_or_404(key: str) -> str:
    if key not in settings.RATING_POOLS:
        raise Http404
    return key


def pools() -> list[tuple[str, str | Promise]]:
    return list(settings.RATING_POOLS.items())


def whole_number(request: HttpRequest, field: str) -> int | None:
    """A number from the address; None for anything that is none, or is no number of anything here."""
    text = request.GET.get(field, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
