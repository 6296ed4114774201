"""From visitor to guest, on the way to something else."""

from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse

from players.models import Language, Theme
from players.services.players import GUEST_LIFETIME, guest_create, player_update
from players.web.context import THEME_COOKIE


def guest_enter(request: HttpRequest) -> HttpResponse | None:
    """A visitor gets a masked name, and keeps the language and the theme that were chosen here.

    Wherever that happens, the same limit counts; whoever is over it gets the answer that is returned.
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
