"""Tokens: made once, kept as a digest, gone when revoked."""

import pytest

from players.models import Token
from players.refusals import GuestsCannot, TooManyTokens
from players.services.players import guest_create, player_leave
from players.services.tokens import TOKENS_PER_PLAYER, token_create, token_digest, token_revoke
from tests.players.builders import PASSWORD, player

pytestmark = pytest.mark.django_db


def test_only_the_digest_of_a_token_is_kept():
    text = token_create(player=player("Ada"), name="my bot")
    token = Token.objects.get()
    assert token.digest == token_digest(text)
    assert text not in (token.digest, token.name)


def test_there_is_an_end_to_tokens_and_guests_have_none():
    ada = player("Ada")
    for number in range(TOKENS_PER_PLAYER):
        token_create(player=ada, name=str(number))
    with pytest.raises(TooManyTokens):
        token_create(player=ada, name="one more")
    with pytest.raises(GuestsCannot):
        token_create(player=guest_create(), name="x")


def test_one_can_revoke_only_ones_own():
    ada, bea = player("Ada"), player("Bea")
    token_create(player=ada, name="my bot")
    token_revoke(player=bea, token_id=Token.objects.get().pk)
    assert Token.objects.count() == 1
    token_revoke(player=ada, token_id=Token.objects.get().pk)
    assert Token.objects.count() == 0


def test_tokens_go_with_their_player():
    ada = player("Ada")
    token_create(player=ada, name="my bot")
    player_leave(player=ada)
    assert not Token.objects.exists()


def test_the_page_shows_a_new_token_once(client):
    ada = player("Ada")
    client.force_login(ada)
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    page = client.post("/account/tokens/", {"name": "my bot"})
    text = page.context["fresh"]
    assert text in page.content.decode()
    assert ada.tokens.get().digest == token_digest(text)
    again = client.get("/account/tokens/").content.decode()
    assert text not in again
    assert "my bot" in again
    client.post(f"/account/tokens/{ada.tokens.get().pk}/revoke/")
    assert not ada.tokens.exists()
