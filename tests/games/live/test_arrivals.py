"""Many come at once: what they need is read for all of them together, and nobody spoils it for the others."""

import asyncio
from collections.abc import Sequence

import pytest
from django.contrib.auth import SESSION_KEY

from config.sessions import SessionStore
from games.live import store
from games.live.batches import Batches, DatabaseAway
from games.live.visitors import NOBODY, Credentials, credentials_of, visitors_by
from games.models import Event, Seat
from games.services import clocks
from players.services.tokens import token_create, token_digest
from tests.games.builders import people, playing_table, waiting_table
from tests.games.live.client import session_cookie

pytestmark = pytest.mark.django_db(transaction=True)


def by_session(player) -> Credentials:
    return Credentials(session=session_cookie(player).split("=")[1])


def test_everyone_is_known_by_what_they_show(django_assert_num_queries):
    ada, bea, eve, dan = people(4)
    token = token_digest(token_create(player=bea, name="bot"))
    shown = [by_session(ada), Credentials(), Credentials(token), by_session(eve)]
    shown += [Credentials(session="0" * 32), Credentials(token="0" * 64), by_session(ada), by_session(dan)]
    eve.is_active = False
    eve.save()
    dan.set_password("another")
    dan.save()
    with django_assert_num_queries(3):
        found = visitors_by(shown)
    assert [one.player for one in found] == [ada, None, bea, None, None, None, ada, None]


def test_nobody_shows_nothing(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert visitors_by([Credentials(), Credentials()]) == [NOBODY, NOBODY]


def test_a_session_that_is_nobodys_is_no_obstacle_for_others():
    (ada,) = people(1)
    shown = [by_session(ada), *(Credentials(session=session_of(owner)) for owner in ("", "x", None, "-1"))]
    assert [one.player for one in visitors_by(shown)] == [ada, *[None] * 4]


def session_of(owner: object) -> str:
    session = SessionStore()
    session[SESSION_KEY] = owner
    session.save()
    return session.session_key or ""


@pytest.mark.parametrize("cookie", [b"sessionid=\x00", b"sessionid=" + b"a" * 31, b"sessionid", b"\xff=\xff"])
def test_a_cookie_that_can_be_no_key_is_nothing(cookie):
    assert credentials_of({"headers": [(b"cookie", cookie)]}) == Credentials()


def test_matches_are_loaded_together_in_the_same_number_of_queries(django_assert_num_queries):
    tables = [playing_table(people(4, prefix), "solo-4").pk for prefix in ("A", "B", "C")] + [waiting_table().pk]
    with django_assert_num_queries(4):
        store.load_matches(tables[:1])
    with django_assert_num_queries(4):
        loaded = store.load_matches([*tables, 0, tables[0]])
    assert [one and one.match.pk for one in loaded] == [*tables, None, tables[0]]
    assert [one is not None and one.running is not None for one in loaded] == [True, True, True, False, False, True]


def test_a_match_that_cannot_be_read_keeps_nobody_else_from_their_table():
    good, bad = (playing_table(people(4, prefix), "solo-4") for prefix in ("A", "B"))
    Event.objects.create(match=bad, seq=1, seat=0, action="nonsense", by="player", at=bad.started_at, spent=0)
    first, second = store.load_matches([bad.pk, good.pk])
    assert isinstance(first, Exception)
    assert second.match == good


async def test_what_is_wrong_with_one_question_is_kept_from_the_others():
    async def work(questions: Sequence[str]) -> list[str | Exception]:
        return [ValueError("no") if one == "bad" else one.upper() for one in questions]

    batches: Batches[str, str] = Batches(work)
    bad, good = await asyncio.gather(batches.ask("bad"), batches.ask("good"), return_exceptions=True)
    assert (str(bad), good) == ("no", "GOOD")
    assert not isinstance(bad, DatabaseAway)


def test_of_many_who_come_those_whose_chair_a_bot_has_get_it_back(django_assert_num_queries):
    here, away = (playing_table(people(4, prefix), "solo-4") for prefix in ("A", "B"))
    with django_assert_num_queries(1):
        assert clocks.seats_return([(here.pk, 0), (away.pk, 1), (away.pk, 2)]) == [False, False, False]
    Seat.objects.filter(match=away, number=1).update(away=True)
    assert clocks.seats_return([(here.pk, 0), (away.pk, 1), (away.pk, 2), (away.pk, 1)]) == [False, True, False, False]
    assert not Seat.objects.filter(away=True).exists()


def test_matches_are_found_by_their_keys(django_assert_num_queries):
    one, other = (waiting_table("solo-4", one) for one in people(2))
    with django_assert_num_queries(1):
        assert store.match_ids_of([other.key, "none", one.key, one.key]) == [other.pk, None, one.pk, one.pk]
