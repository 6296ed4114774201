"""How everyone stands at matches that are being played."""

import pytest
from django.core.cache import cache

from games.models import Match
from games.selectors import live_points as module
from games.selectors.live_points import LivePoints, live_points
from games.selectors.matches import match_by_key, match_running
from games.services.moves import moves_commit
from games.services.sealed import matches_call_off
from tests.games.builders import people, playing_table, sealed_table, started_table, waiting_table
from tests.games.playing import next_step, play_to_the_end
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)


def expected(match: Match) -> LivePoints:
    """By the whole table that a passer-by sees."""
    running = match_running(match_by_key(match.key))
    view = running.game.view(running.state, None)
    return LivePoints(tuple(side["points"] for side in view["scores"]), view["round"], view["rounds"])


def move(match: Match, times: int = 1) -> None:
    for _ in range(times):
        assert moves_commit([next_step(match)]) == {match.pk}


def test_before_the_first_move_nobody_has_anything():
    match = playing_table(people(4), "pairs-4")
    assert live_points([match.pk]) == {match.pk: LivePoints((0, 0), 1, 12)}


def test_points_are_those_that_a_passer_by_sees():
    match = playing_table(people(3), "solo-3")
    for _ in range(6):
        move(match, 4)
        assert live_points([match.pk]) == {match.pk: expected(match)}
    assert any(live_points([match.pk])[match.pk].points)


def test_only_what_everyone_may_watch_now_and_what_is_being_played():
    players = people(3)
    shown = started_table(players, 0)
    hidden = [playing_table(people(3, name), "solo-3", watching=name.lower()) for name in ("Delayed", "Nobody")]
    off, finished = started_table(players, 0), play_to_the_end(started_table(players, 0, 1, 2))
    matches_call_off(match_ids=[off.pk])
    waiting = [waiting_table(host=player("Ada")), sealed_table(players)]
    everything = [shown, *hidden, off, finished, *waiting]
    assert set(live_points([match.pk for match in everything])) == {shown.pk}


def test_many_cost_two_queries_and_one_once_they_are_known(django_assert_num_queries):
    players, matches = people(3), []
    for _ in range(3):
        matches.append(started_table(players, 0))
        cache.clear()
        match_ids = [match.pk for match in matches]
        with django_assert_num_queries(2):
            found = live_points(match_ids)
        assert set(found) == set(match_ids)
        with django_assert_num_queries(1):
            assert live_points(match_ids) == found
    move(matches[0], 3)
    with django_assert_num_queries(2):
        found = live_points(match_ids)
    assert found[matches[0].pk] == expected(matches[0])


def test_a_move_that_has_just_come_is_not_taken_for_the_position_before_it(monkeypatch):
    match = started_table(people(3), 0, 1, 2)
    move(match, 2)
    original = module.replayed_points

    def a_round_ends_meanwhile(deals):
        monkeypatch.undo()
        move(match)
        return original(deals)

    monkeypatch.setattr(module, "replayed_points", a_round_ends_meanwhile)
    assert live_points([match.pk])[match.pk].round == 1
    assert live_points([match.pk])[match.pk].round == 2


def test_while_the_bus_is_away_points_are_known_all_the_same(settings):
    match = started_table(people(3), 0)
    away = {"BACKEND": settings.CACHES["default"]["BACKEND"], "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": away}
    assert live_points([match.pk]) == {match.pk: LivePoints((0, 0, 0), 1, 16)}
