"""Authenticates callers: by a personal token in the header, or by a browser's session; before anything else."""

from dataclasses import dataclass
from typing import ClassVar

from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from ninja.security import HttpBearer
from ninja.utils import check_csrf

from players.models import Player, Token
from players.services.tokens import token_digest
from tournaments.refusals import TournamentRefusal

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class NoToken(TournamentRefusal):
    message = _("Say who you are: with a personal token in the header, or signed in.")
    program_code = "no-token"
    status = 401


class WrongToken(TournamentRefusal):
    message = _("That token is not known here, or not any more.")
    program_code = "wrong-token"
    status = 401


class CsrfMissing(TournamentRefusal):
    message = _("A browser that changes something sends the CSRF token of its session along.")
    program_code = "csrf"
    status = 403


@dataclass(frozen=True, slots=True)
class Caller:
    """A player, or nobody we know."""

    player: Player | None = None


def caller_of(request: HttpRequest) -> Caller:
    """Return the player of the token or session. A wrong token is refused, even where none is required.

    A page can make a browser send the session's cookie, but not the header: so only sessions need the CSRF token.
    """
    if shown := request.headers.get("Authorization"):
        return Caller(player_by_token(request, shown))
    if not request.user.is_authenticated:
        return Caller()
    if request.method not in SAFE_METHODS and check_csrf(request):
        raise CsrfMissing
    return Caller(request.user)


def player_by_token(request: HttpRequest, shown: str) -> Player:
    scheme, _space, token = shown.partition(" ")
    known = Token.objects.select_related("player").filter(digest=token_digest(token.strip()), player__is_active=True)
    found = known.first() if scheme.lower() == "bearer" else None
    if found is None:
        raise WrongToken
    if found.player.language and "Accept-Language" not in request.headers:
        translation.activate(found.player.language)
        request.LANGUAGE_CODE = translation.get_language()
    return found.player


class Signed(HttpBearer):
    """Authentication for calls that need a player, who is `request.auth` then."""

    openapi_description: ClassVar[str] = "A personal token, made on the page Tokens of one's account."

    def __init__(self) -> None:
        super().__init__()
        self.openapi_security_schema["description"] = self.openapi_description

    def __call__(self, request: HttpRequest) -> Player:
        player = caller_of(request).player
        if player is None:
            raise NoToken
        return player

    def authenticate(self, request: HttpRequest, token: str) -> None:
        """Not called: `__call__` above decides."""
        raise NotImplementedError
