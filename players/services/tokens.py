"""Creates and revokes API tokens."""

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
    """Create a token and return its text, which is not stored and so cannot be shown again."""
    if player.is_guest:
        raise GuestsCannot
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if player.tokens.count() >= TOKENS_PER_PLAYER:
        raise TooManyTokens
    token = secrets.token_urlsafe(TOKEN_BYTES)
    Token.objects.create(player=player, name=name, digest=token_digest(token))
    return token


def token_revoke(*, player: Player, token_id: int) -> None:
    """Delete a token of this player; requests with it are refused from then on."""
    player.tokens.filter(pk=token_id).delete()
