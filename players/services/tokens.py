"""Keys for programs that play in somebody's name."""

import secrets
from hashlib import sha256

from django.db import transaction

from players.models import Player, Token
from players.refusals import GuestsCannot, TooManyTokens

TOKENS_PER_PLAYER = 10
TOKEN_BYTES = 32


def token_digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()


@transaction.atomic
def token_create(*, player: Player, name: str) -> str:
    """Makes a token and returns it, the only time that anybody sees it."""
    if player.is_guest:
        raise GuestsCannot
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.tokens.count() >= TOKENS_PER_PLAYER:
        raise TooManyTokens
    token = secrets.token_urlsafe(TOKEN_BYTES)
    Token.objects.create(player=player, name=name, digest=token_digest(token))
    return token


def token_revoke(*, player: Player, token_id: int) -> None:
    """Programs that hold it are sent away."""
    player.tokens.filter(pk=token_id).delete()
