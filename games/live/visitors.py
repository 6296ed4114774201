"""Who is on the other end of a socket, by the session cookie or by a personal token."""

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

import orjson
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from games.services.moves import AskForNumbers
from players.ip_addresses import network_of
from players.models import Player, Token
from players.services.tokens import token_digest

BEARER = "Bearer "


@dataclass(frozen=True, eq=False, slots=True)
class Visitor:
    """A player, or nobody we know; and what must still hold for them to stay."""

    player: Player | None = None
    language: str = settings.LANGUAGE_CODE
    # As JSON: it is asked about again and again, and written once.
    claim: str = ""
    # By what the database names those who may not stay: their own number, or their session's key.
    names: tuple[str, ...] = ()


NOBODY = Visitor()


def claim_of(player: Player, *, session: str = "", token: int | None = None) -> str:
    """The session or the token that must still be there. The seal changes with the password: what is compared again and
    again must not be the password's own hash."""
    seal = hashlib.sha256(player.password.encode()).hexdigest()
    return orjson.dumps({"player": player.pk, "session": session, "seal": seal, "token": token}).decode()


def header(scope: dict[str, Any], name: bytes) -> str:
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == name), "")


def cookie_of(scope: dict[str, Any], name: str) -> str:
    """We put none of ours in quotes, so there are none to be taken off: with a long cookie some versions of Python take
    a second for that, and no move is handled meanwhile."""
    parts = [part.partition("=") for part in header(scope, b"cookie").split(";")]
    return next((value.strip() for key, _, value in reversed(parts) if key.strip() == name), "")


def address_of(scope: dict[str, Any]) -> str:
    """Where a socket comes from, by the same rule as for pages: behind trusted proxies what they say, of IPv6 the
    network."""
    count, forwarded = settings.ALLAUTH_TRUSTED_PROXY_COUNT, header(scope, b"x-forwarded-for").split(",")
    told = forwarded[-count].strip() if count and len(forwarded) >= count else ""
    return network_of(told or (scope.get("client") or ("",))[0])


def key_of(scope: dict[str, Any], player: Player | None) -> int | str:
    """By what the sockets of one person are counted: the player, or of those without an account the address."""
    return player.pk if player else address_of(scope)


class Credentials(NamedTuple):
    """What somebody shows at the door: a token's digest or a session's key, or nothing."""

    token: str = ""
    session: str = ""


def credentials_of(scope: dict[str, Any]) -> Credentials:
    """The token, where one is shown; else the session."""
    given = header(scope, b"authorization")
    if given.startswith(BEARER):
        return Credentials(token=token_digest(given.removeprefix(BEARER)))
    return Credentials(session=session_store()(cookie_of(scope, settings.SESSION_COOKIE_NAME)).session_key or "")


def session_store() -> type[SessionStore]:
    store: type[SessionStore] = import_module(settings.SESSION_ENGINE).SessionStore
    return store


def language_of(scope: dict[str, Any], player: Player | None) -> str:
    """As on pages: the player's own, else the one that was chosen here, else what the browser asks for."""
    chosen = cookie_of(scope, settings.LANGUAGE_COOKIE_NAME)
    asked = [code for code, _ in parse_accept_lang_header(header(scope, b"accept-language"))]
    for code in (player.language if player else "", chosen, *asked):
        with suppress(LookupError):
            return get_supported_language_variant(code)
    return settings.LANGUAGE_CODE


def visitors_by(shown: Sequence[Credentials]) -> list[Visitor]:
    """Who they are, in three queries at most. Unlike Channels' own, this knows keys that are being replaced, and never
    ends a session."""
    tokens = visitors_by_token({one.token for one in shown if one.token})
    sessions = visitors_by_session({one.session for one in shown if one.session})
    return [tokens.get(one.token) or sessions.get(one.session) or NOBODY for one in shown]


def visitors_by_token(digests: Collection[str]) -> dict[str, Visitor]:
    if not digests:
        return {}
    found = Token.objects.select_related("player").filter(digest__in=digests, player__is_active=True)
    return {
        one.digest: Visitor(one.player, claim=claim_of(one.player, token=one.pk), names=(str(one.player_id),))
        for one in found
    }


def visitors_by_session(keys: Collection[str]) -> dict[str, Visitor]:
    if not keys:
        return {}
    store = session_store()
    rows = store.get_model_class().objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    sessions = {row.session_key: store().decode(row.session_data) for row in rows}
    players = Player.objects.filter(is_active=True).in_bulk([player_in(one) for one in sessions.values()])
    return {
        key: Visitor(player, claim=claim_of(player, session=key), names=(str(player.pk), key))
        for key, session in sessions.items()
        if (player := players.get(player_in(session))) and hash_holds(player, session.get(HASH_SESSION_KEY, ""))
    }


def player_in(session: Mapping[str, Any]) -> int:
    """Whose it is; 0 for nobody's."""
    number = str(session.get(SESSION_KEY, ""))
    return int(number) if number.isdecimal() else 0


def hash_holds(player: Player, given: str) -> bool:
    """Whether the session was begun with the password of today."""
    valid = [player.get_session_auth_hash(), *player.get_session_auth_fallback_hash()]
    return any(constant_time_compare(given, one) for one in valid)


# Of many who came with a session or a token, the numbers of those who may not stay, from 1. Each is looked up by its
# keys, however many players there are.
GONE = """
SELECT one.number FROM ROWS FROM (
    jsonb_to_recordset(%s::jsonb) AS (player bigint, session text, seal text, token bigint)
) WITH ORDINALITY AS one (player, session, seal, token, number)
WHERE (SELECT encode(sha256(convert_to(password, 'UTF8')), 'hex') = one.seal OR one.token IS NOT NULL
       FROM players_player WHERE id = one.player AND is_active) IS NOT TRUE
    OR CASE WHEN one.token IS NULL
        THEN (SELECT expire_date > now() FROM django_session WHERE session_key = one.session)
        ELSE (SELECT true FROM players_token WHERE id = one.token)
    END IS NOT TRUE
"""


async def gone(numbers: AskForNumbers, visitors: Iterable[Visitor]) -> set[Visitor]:
    """Of these, those who have signed out, been banned, or changed their password. Asked often, so the database looks,
    and answers only with them."""
    known = [visitor for visitor in visitors if visitor.claim]
    claims = f"[{','.join([visitor.claim for visitor in known])}]"
    return {known[number - 1] for number in await numbers(GONE, claims)} if known else set()
