"""Many come at once: what they need is read for all of them together, and nobody spoils it for the others."""

import sys

import pytest
from django.contrib.auth import SESSION_KEY

from config.sessions import SessionStore
from games.live.table_queries import load_matches, match_ids_of
from games.live.table_services import return_seats
from games.live.visitors import UNKNOWN_VISITOR, Credentials, cookie_of, credentials_of, visitors_by
from games.models import Event, Match, Seat
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
        assert visitors_by([Credentials(), Credentials()]) == [UNKNOWN_VISITOR, UNKNOWN_VISITOR]


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
        load_matches(tables[:1])
    with django_assert_num_queries(4):
        loaded = load_matches(tables[::-1])
    assert [one.match.pk for one in loaded] == tables[::-1]
    assert [one.running is not None for one in loaded] == [False, True, True, True]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda match: event(match, action="nonsense"),
        lambda match: event(match, by="robot"),
        lambda match: Match.objects.filter(pk=match.pk).update(options={"mode": "of tomorrow", "deck": "double"}),
        lambda match: Match.objects.filter(pk=match.pk).update(game="of tomorrow"),
    ],
)
def test_a_match_that_cannot_be_read_keeps_nobody_else_from_their_table(spoil):
    good, bad = (playing_table(people(4, prefix), "solo-4") for prefix in ("A", "B"))
    spoil(bad)
    first, second, third = load_matches([bad.pk, good.pk, 0])
    assert isinstance(first, Exception)
    assert second.match == good
    assert third is None


def event(match: Match, **facts: str) -> None:
    usual = {"seq": 1, "seat": 0, "action": "pass", "by": "player", "at": match.started_at, "spent": 0}
    Event.objects.create(match=match, **usual | facts)


def test_whoever_asks_for_the_same_match_gets_one_of_their_own():
    match = playing_table(people(4), "solo-4")
    first, second = load_matches([match.pk, match.pk])
    assert first.running.seq == second.running.seq
    assert first.running is not second.running
    assert first.match is not second.match


def test_of_many_who_come_those_whose_chair_a_bot_has_get_it_back(django_assert_num_queries):
    here, away = (playing_table(people(4, prefix), "solo-4") for prefix in ("A", "B"))
    with django_assert_num_queries(1):
        assert return_seats([(here.pk, 0), (away.pk, 1), (away.pk, 2)]) == [False, False, False]
    Seat.objects.filter(match=away, number=1).update(away=True)
    assert return_seats([(here.pk, 0), (away.pk, 1), (away.pk, 2), (away.pk, 1)]) == [False, True, False, False]
    assert not Seat.objects.filter(away=True).exists()


def test_a_chair_that_cannot_be_given_back_keeps_nobody_else_from_theirs():
    good, bad = (playing_table(people(4, prefix), "solo-4") for prefix in ("A", "B"))
    Seat.objects.filter(number=1).update(away=True)
    event(bad, action="nonsense")
    first, second = return_seats([(bad.pk, 1), (good.pk, 1)])
    assert isinstance(first, Exception)
    assert second is True


@pytest.mark.parametrize("name", ["sessionid", "django_language"])
def test_cookies_are_read_as_they_are(name):
    cookies = f'a="\\"; {name} = first ;b; {name}=last; {name}x=other'
    assert cookie_of({"headers": [(b"cookie", cookies.encode())]}, name) == "last"
    assert cookie_of({"headers": []}, name) == ""


def test_the_longest_cookie_costs_hardly_more_than_a_short_one():
    def steps(length: int) -> int:
        """Calls of functions, which a cookie in quotes used to need for each character."""
        counted = 0

        def count(*_: object) -> None:
            nonlocal counted
            counted += 1

        sys.setprofile(count)
        try:
            credentials_of({"headers": [(b"cookie", b'a="' + b"\\" * length + b'"')]})
        finally:
            sys.setprofile(None)
        return counted

    steps(10)  # whatever is made once
    assert steps(15_000) == steps(10)


def test_matches_are_found_by_their_keys(django_assert_num_queries):
    one, other = (waiting_table("solo-4", one) for one in people(2))
    with django_assert_num_queries(1):
        assert match_ids_of([other.key, "none", one.key, one.key]) == [other.pk, None, one.pk, one.pk]
