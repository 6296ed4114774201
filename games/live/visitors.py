"""Who is on the other end of a socket, by the session cookie or by a personal token."""

from collections.abc import Iterable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from players.models import Player, Token
from players.services.tokens import token_digest

BEARER = "Bearer "


@dataclass(frozen=True, slots=True)
class Visitor:
    """A player, or nobody we know; and what must still hold for them to stay."""

    player: Player | None = None
    session_key: str = ""
    session_hash: str = ""
    token_id: int | None = None


NOBODY = Visitor()


def header(scope: dict[str, Any], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def visitor_of(scope: dict[str, Any]) -> Visitor:
    """By the token, where one is shown; else by the session."""
    given = header(scope, b"authorization")
    return visitor_by_token(given.removeprefix(BEARER)) if given.startswith(BEARER) else visitor_by_session(scope)


def visitor_by_token(text: str) -> Visitor:
    token = Token.objects.select_related("player").filter(digest=token_digest(text), player__is_active=True).first()
    return Visitor(token.player, token_id=token.pk) if token else NOBODY


def visitor_by_session(scope: dict[str, Any]) -> Visitor:
    """Unlike Channels' own, this knows keys that are being replaced, and never ends a session."""
    try:
        cookies = SimpleCookie(header(scope, b"cookie"))
    except CookieError:
        return NOBODY
    if settings.SESSION_COOKIE_NAME not in cookies:
        return NOBODY
    session = import_module(settings.SESSION_ENGINE).SessionStore(cookies[settings.SESSION_COOKIE_NAME].value)
    player, given = player_by_session(session), session.get(HASH_SESSION_KEY, "")
    return Visitor(player, session.session_key or "", given) if player else NOBODY


def player_by_session(session: Any) -> Player | None:
    try:
        player = Player.objects.filter(pk=session.get(SESSION_KEY), is_active=True).first()
    except ValueError:
        return None
    return player if player and hash_holds(player, session.get(HASH_SESSION_KEY, "")) else None


def hash_holds(player: Player, given: str) -> bool:
    """Whether the session was begun with the password of today."""
    valid = [player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()]
    return any(constant_time_compare(given, one) for one in valid)


def gone(visitors: Iterable[Visitor]) -> set[Visitor]:
    """Of these, those who have signed out, been banned, or changed their password."""
    known = [visitor for visitor in visitors if visitor.player]
    keys = Session.objects.filter(session_key__in=[one.session_key for one in known], expire_date__gt=timezone.now())
    open_keys = set(keys.values_list("session_key", flat=True))
    tokens = Token.objects.filter(pk__in=[one.token_id for one in known if one.token_id])
    open_tokens = set(tokens.values_list("pk", flat=True))
    players = Player.objects.filter(is_active=True).in_bulk([one.player.pk for one in known if one.player])
    return {one for one in known if not still_there(one, open_keys, open_tokens, players)}


def still_there(visitor: Visitor, open_keys: set[str], open_tokens: set[int], players: dict[int, Player]) -> bool:
    player = players.get(visitor.player.pk) if visitor.player else None
    if player is None or visitor.token_id is not None:
        return player is not None and visitor.token_id in open_tokens
    return visitor.session_key in open_keys and hash_holds(player, visitor.session_hash)
