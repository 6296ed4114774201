"""Signs visitors in as guests."""

from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse

from players.models import Language, Theme
from players.services.players import GUEST_LIFETIME, guest_create, player_update
from players.web.context import THEME_COOKIE


def guest_sign_in(request: HttpRequest) -> HttpResponse | None:
    """Sign a visitor in as a new guest, with the language and theme of their cookies.

    Returns a 429 response if the rate limit is exceeded, which is the same for every page; otherwise None.
    """
    if request.user.is_authenticated:
        return None
    refusal: HttpResponse | None = ratelimit.consume_or_429(request, action="guest_start")
    if refusal is not None:
        return refusal
    language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    theme = request.COOKIES.get(THEME_COOKIE, Theme.AUTOMATIC)
    guest = player_update(
        player=guest_create(),
        language=language if language in Language.values else Language.AUTOMATIC,
        theme=theme if theme in Theme.values else Theme.AUTOMATIC,
    )
    login(request, guest)
    request.session.set_expiry(GUEST_LIFETIME)
    return None
