"""What players read about corrections."""

import pytest
from django.utils.html import strip_tags

from players.services.players import player_leave
from ratings.selectors.strikes import strikes_in_force
from ratings.services.corrections import player_strike, result_annul, strike_undo
from ratings.services.settling import pool_settle
from ratings.tasks import replays_carry_out
from tests.players.builders import player
from tests.ratings.builders import SOLO, crowd, recorded, season

pytestmark = pytest.mark.django_db


def words_of(client, one) -> str:
    """What somebody reads under their corrections, without the marks."""
    client.force_login(one)
    page = client.get("/ratings/notices/").content.decode()
    return " ".join(strip_tags(page).split())


def test_without_a_rating_there_is_a_notice_too(client):
    ada, bea, cleo = player("Ada"), player("Bea"), player("Cleo")
    match = recorded([ada, bea, cleo], [1, 2, 3])
    result_annul(match=match, version=1, by=player("Organiser"), reason="A test.")
    replays_carry_out()
    assert "You have no rating here yet." in words_of(client, ada)


def test_a_strike_says_whose_matches_and_how_many_of_ones_own(client):
    """Of three matches of the cheater, Bea sat at two and Cleo at one; Dora, who met only Bea, at none."""
    cheater, bea, cleo, dora, eve = (player(name) for name in ("Cheater", "Bea", "Cleo", "Dora", "Eve"))
    recorded([cheater, bea, eve], [1, 2, 3], 0)
    recorded([cheater, bea, cleo], [1, 2, 3], 1)
    recorded([cheater, eve], [1, 2], 2)
    recorded([bea, dora], [1, 2], 3)
    pool_settle(key=SOLO)
    player_strike(player=cheater, by=player("Organiser"), reason="Used <b>two</b> accounts.")
    replays_carry_out()
    reason = "Used &lt;b&gt;two&lt;/b&gt; accounts."
    assert f"Matches of Cheater were struck out: {reason} · 3 matches, 2 of them yours" in words_of(client, bea)
    assert f"Matches of Cheater were struck out: {reason} · 3 matches, 1 of them yours See the match" in words_of(
        client, cleo
    )
    assert f"Matches of Cheater were struck out: {reason} · 3 matches, none of them yours" in words_of(client, dora)
    assert f"Your matches were struck out: {reason} · 3 matches" in words_of(client, cheater)
    strike_undo(strike=strikes_in_force()[0].correction, by=player(), reason="A brother.")
    replays_carry_out()
    assert "Your matches count again: A brother. · 3 matches" in words_of(client, cheater)
    player_leave(player=cheater)
    assert f"Matches of a former player were struck out: {reason} · 3 matches, 2 of them yours" in words_of(client, bea)
    assert "Matches of a former player count again: A brother. · 3 matches, 2 of them yours" in words_of(client, bea)


def test_notices_cost_the_same_with_one_correction_and_with_many(client, django_assert_num_queries):
    people, organiser = crowd(5), player("Organiser")
    matches = season(people, 12)
    pool_settle(key=SOLO)
    client.force_login(people[0])
    for some in (matches[:1], matches[1:]):
        for match in some:
            result_annul(match=match, version=1, by=organiser, reason=f"Because of {match.key}.")
        replays_carry_out()
        # Session, player, invitations; the notices with their lists; the corrections.
        with django_assert_num_queries(5):
            client.get("/ratings/notices/")
