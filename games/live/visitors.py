"""Who is on the other end of a socket, by the session cookie or by a personal token."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from http.cookies import CookieError, SimpleCookie
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db import connection
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from players.models import Player, Token
from players.services.tokens import token_digest

BEARER = "Bearer "


@dataclass(frozen=True, eq=False, slots=True)
class Visitor:
    """A player, or nobody we know; and what must still hold for them to stay."""

    player: Player | None = None
    language: str = settings.LANGUAGE_CODE
    session_key: str = ""
    token_id: int | None = None


NOBODY = Visitor()


def header(scope: dict[str, Any], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def cookies_of(scope: dict[str, Any]) -> SimpleCookie:
    try:
        return SimpleCookie(header(scope, b"cookie"))
    except CookieError:
        return SimpleCookie()


def visitor_of(scope: dict[str, Any]) -> Visitor:
    """By the token, where one is shown; else by the session."""
    given = header(scope, b"authorization")
    found = visitor_by_token(given.removeprefix(BEARER)) if given.startswith(BEARER) else visitor_by_session(scope)
    return replace(found, language=language_of(scope, found.player))


def language_of(scope: dict[str, Any], player: Player | None) -> str:
    """As on pages: the player's own, else the one that was chosen here, else what the browser asks for."""
    chosen = cookies_of(scope).get(settings.LANGUAGE_COOKIE_NAME)
    asked = [code for code, _ in parse_accept_lang_header(header(scope, b"accept-language"))]
    for code in (player.language if player else "", chosen.value if chosen else "", *asked):
        with suppress(LookupError):
            return get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


def visitor_by_token(text: str) -> Visitor:
    token = Token.objects.select_related("player").filter(digest=token_digest(text), player__is_active=True).first()
    return Visitor(token.player, token_id=token.pk) if token else NOBODY


def visitor_by_session(scope: dict[str, Any]) -> Visitor:
    """Unlike Channels' own, this knows keys that are being replaced, and never ends a session."""
    cookie = cookies_of(scope).get(settings.SESSION_COOKIE_NAME)
    if cookie is None:
        return NOBODY
    session = import_module(settings.SESSION_ENGINE).SessionStore(cookie.value)
    player = player_by_session(session)
    return Visitor(player, session_key=session.session_key or "") if player else NOBODY


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
    """Of these, those who have signed out, been banned, or changed their password. Asked often: rows, not objects."""
    known = {visitor: visitor.player for visitor in visitors if visitor.player}
    passwords = dict(rows(OPEN_PLAYERS, [player.pk for player in known.values()]))
    sessions = {key for (key,) in rows(OPEN_SESSIONS, [one.session_key for one in known if not one.token_id])}
    tokens = {key for (key,) in rows(OPEN_TOKENS, [one.token_id for one in known if one.token_id])}
    return {
        one
        for one, player in known.items()
        if player.pk not in passwords
        or (one.token_id and one.token_id not in tokens)
        or (not one.token_id and (one.session_key not in sessions or passwords[player.pk] != player.password))
    }


OPEN_PLAYERS = "SELECT id, password FROM players_player WHERE id = ANY(%s) AND is_active"
OPEN_SESSIONS = "SELECT session_key FROM django_session WHERE session_key = ANY(%s) AND expire_date > now()"
OPEN_TOKENS = "SELECT id FROM players_token WHERE id = ANY(%s)"


def rows(statement: str, keys: list[Any]) -> list[tuple[Any, ...]]:
    if not keys:
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement, [keys])
        return cursor.fetchall()
