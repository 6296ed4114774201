"""Identifies whose a socket is, by the session cookie or by a personal token."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from players.ip_addresses import network_of
from players.models import Player, Token
from players.services.tokens import token_digest

BEARER = "Bearer "


class Claim(NamedTuple):
    """The session or the token that a socket was identified by, to be checked again and again."""

    player: int
    # The digest of the password's hash, which itself must not be sent around all the time.
    seal: str
    session: str = ""
    token: int | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Visitor:
    """A player or somebody unknown, and the claim that must still hold for the socket to stay open."""

    player: Player | None = None
    language: str = settings.LANGUAGE_CODE
    claim: Claim | None = None
    # The payloads of PostgreSQL's notifications that may concern this visitor: the player's number, the session's key.
    revocation_keys: tuple[str, ...] = ()


UNKNOWN_VISITOR = Visitor()


def claim_of(player: Player, *, session: str = "", token: int | None = None) -> Claim:
    return Claim(player.pk, hashlib.sha256(player.password.encode()).hexdigest(), session, token)


def header(scope: dict[str, Any], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def cookie_of(scope: dict[str, Any], name: str) -> str:
    """Return the value of a cookie, without unquoting it as http.cookies would: none of ours is quoted, and with a long
    cookie some versions of Python take a second for that, on the event loop."""
    parts = [part.partition("=") for part in header(scope, b"cookie").split(";")]
    return next((value.strip() for key, _, value in reversed(parts) if key.strip() == name), "")


def address_of(scope: dict[str, Any]) -> str:
    """Return the client's address, by the same rule as for pages: behind trusted proxies from their header, of IPv6 the
    network."""
    count, forwarded = settings.ALLAUTH_TRUSTED_PROXY_COUNT, header(scope, b"x-forwarded-for").split(",")
    told = forwarded[-count].strip() if count and len(forwarded) >= count else ""
    return network_of(told or (scope.get("client") or ("",))[0])


def key_of(scope: dict[str, Any], player: Player | None) -> int | str:
    """Return the key by which sockets are counted: the player, or the address of somebody without an account."""
    return player.pk if player else address_of(scope)


class Credentials(NamedTuple):
    """The digest of a token or the key of a session, both unchecked; empty if the socket has none."""

    token: str = ""
    session: str = ""


def credentials_of(scope: dict[str, Any]) -> Credentials:
    """Return the token, where one is sent; else the session."""
    given = header(scope, b"authorization")
    if given.startswith(BEARER):
        return Credentials(token=token_digest(given.removeprefix(BEARER)))
    return Credentials(session=session_store()(cookie_of(scope, settings.SESSION_COOKIE_NAME)).session_key or "")


def session_store() -> type[SessionStore]:
    store: type[SessionStore] = import_module(settings.SESSION_ENGINE).SessionStore
    return store


def language_of(scope: dict[str, Any], player: Player | None) -> str:
    """Return the language as for pages: the player's own, else the cookie's, else the browser's."""
    chosen = cookie_of(scope, settings.LANGUAGE_COOKIE_NAME)
    asked = [code for code, _ in parse_accept_lang_header(header(scope, b"accept-language"))]
    for code in (player.language if player else "", chosen, *asked):
        with suppress(LookupError):
            return get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


def visitors_by(credentials: Sequence[Credentials]) -> list[Visitor]:
    """Identify many visitors, in three queries at most.

    Unlike the middleware of Channels, this accepts keys that are being replaced (SECRET_KEY_FALLBACKS) and never ends a
    session.
    """
    tokens = visitors_by_token({one.token for one in credentials if one.token})
    sessions = visitors_by_session({one.session for one in credentials if one.session})
    return [tokens.get(one.token) or sessions.get(one.session) or UNKNOWN_VISITOR for one in credentials]


def visitors_by_token(digests: Collection[str]) -> dict[str, Visitor]:
    if not digests:
        return {}
    found = Token.objects.select_related("player").filter(digest__in=digests, player__is_active=True)
    return {
        one.digest: Visitor(one.player, claim=claim_of(one.player, token=one.pk), revocation_keys=(str(one.player_id),))
        for one in found
    }


def visitors_by_session(keys: Collection[str]) -> dict[str, Visitor]:
    if not keys:
        return {}
    store = session_store()
    rows = store.get_model_class().objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = {row.session_key: store().decode(row.session_data) for row in rows}
    players = Player.objects.filter(is_active=True).in_bulk([player_id_in(one) for one in sessions.values()])
    return {
        key: Visitor(player, claim=claim_of(player, session=key), revocation_keys=(str(player.pk), key))
        for key, session in sessions.items()
        if (player := players.get(player_id_in(session))) and hash_holds(player, session.get(HASH_SESSION_KEY, ""))
    }


def player_id_in(session: Mapping[str, Any]) -> int:
    """Return the player's number in a session; 0 if nobody is signed in."""
    number = str(session.get(SESSION_KEY, ""))
    return int(number) if number.isdecimal() else 0


def hash_holds(player: Player, given: str) -> bool:
    """Whether the session was begun with the present password."""
    valid = [player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()]
    return any(constant_time_compare(given, one) for one in valid)
