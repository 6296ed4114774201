"""Context for the base template of every page."""

from typing import Any

from django.http import HttpRequest

from players.models import Theme
from players.selectors import invitations_for

THEME_COOKIE = "theme"


def theme_of(request: HttpRequest) -> str:
    """Return the theme of the player's preferences, or of the cookie, or the automatic one."""
    user = getattr(request, "user", None)
    chosen = user.theme if user and user.is_authenticated else request.COOKIES.get(THEME_COOKIE)
    return chosen if chosen in Theme.values else Theme.AUTOMATIC


def theme_and_invitations(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the theme, and the number of open invitations."""
    user: Any = getattr(request, "user", None)  # a request that failed early has none
    has_account = user is not None and user.is_authenticated and not user.is_guest
    return {
        "theme": theme_of(request),
        "invitation_count": invitations_for(user).count() if has_account else 0,
    }
