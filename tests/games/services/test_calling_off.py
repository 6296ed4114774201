"""A match is called off: it ends without a result, and nothing happens at it any more."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from games.models import Event, Match
from games.refusals import NotFinished, TableGone
from games.selectors.matches import matches_due, record_of, tables_of, tables_running
from games.services import leaving, tables
from games.services.announcements import ChangeKind, MatchChange
from games.services.clocks import match_advance, seat_return
from games.services.moves import moves_commit
from games.services.rating import matches_hand_over
from games.services.rematches import table_rematch
from games.services.sealed import matches_call_off, sealed_tables_start_due
from ratings.models import RatedMatch, Unratable
from tests.games.builders import people, playing_table, sealed_table, started_table, waiting_table
from tests.games.playing import next_step, play_to_the_end, run_out
from tests.players.builders import player
from tests.players.together import together

pytestmark = pytest.mark.django_db(transaction=True)


def called_off(match: Match) -> Match:
    assert matches_call_off(match_ids=[match.pk]) == {match.pk}
    return Match.objects.get(pk=match.pk)


def test_what_waits_or_is_played_is_called_off_and_nothing_else(announced):
    waiting, playing = waiting_table(host=player("Ada")), playing_table(people(3), "solo-3")
    sealed = sealed_table(people(3, "Other"))
    finished = play_to_the_end(playing_table(people(3, "Third"), "solo-3"))
    announced()
    some = [waiting.pk, playing.pk, sealed.pk]
    assert matches_call_off(match_ids=[*some, finished.pk, 0]) == set(some)
    assert announced() == [[MatchChange(ChangeKind.TABLE, match_id) for match_id in some]]
    assert matches_call_off(match_ids=some) == set()
    assert announced() == []
    assert {match.pk: match.status for match in Match.objects.all()} == dict.fromkeys(some, "called-off") | {
        finished.pk: "finished"
    }


def test_nothing_moves_any_more():
    players = people(3)
    match = playing_table(players, "solo-3")
    assert moves_commit([next_step(match)]) == {match.pk}
    run_out(match)
    step = next_step(match)
    found = called_off(match)
    assert (found.seq, found.deadline, found.result) == (1, None, None)
    assert moves_commit([step]) == set()
    assert matches_due(timezone.now()) == []
    assert not match_advance(match.pk)
    assert not seat_return(match.pk, 0)
    with pytest.raises(TableGone):
        leaving.game_leave(match=match, player=players[0])
    with pytest.raises(TableGone):
        tables.table_ready(match=match, player=players[0])
    with pytest.raises(NotFinished):
        table_rematch(match=match, by=players[0])
    assert Event.objects.count() == 1


def test_a_table_that_was_called_off_does_not_begin():
    match = sealed_table(people(3))
    called_off(match)
    assert sealed_tables_start_due() == []
    assert Match.objects.get().seed is None


def test_its_cards_stay_secret_and_it_is_in_no_list():
    players = people(3)
    match = called_off(playing_table(players, "solo-3"))
    with pytest.raises(ValueError, match="not finished"):
        record_of(match)
    assert tables_running() == []
    assert tables_of(players[0].pk) == []


def test_it_is_never_rated():
    called_off(started_table(people(3), 0, 1, 2, rated=True))
    assert matches_hand_over() == set()
    assert not RatedMatch.objects.exists()
    assert not Unratable.objects.exists()


def test_a_move_in_the_same_moment_is_stored_before_or_refused():
    """Whichever comes first: what is stored is what was said to be stored."""
    for number in range(8):
        match = playing_table(people(3, f"Player{chr(65 + number)}"), "solo-3")
        moved, off = together(
            partial(moves_commit, [next_step(match)]), partial(matches_call_off, match_ids=[match.pk])
        )
        found = Match.objects.get(pk=match.pk)
        assert off == {match.pk}
        assert (found.status, found.deadline) == ("called-off", None)
        assert found.seq == Event.objects.filter(match=match).count() == len(moved)


def test_a_move_that_waits_for_the_lock_finds_nothing_to_be_played():
    match = playing_table(people(3), "solo-3")
    step = next_step(match)
    with ThreadPoolExecutor(1) as executor:
        with transaction.atomic():
            matches_call_off(match_ids=[match.pk])
            moved = executor.submit(closing_its_connection, partial(moves_commit, [step]))
            until_somebody_waits_for_a_lock()
        assert moved.result() == set()
    assert not Event.objects.exists()


def closing_its_connection(action):
    try:
        return action()
    finally:
        connection.close()


def until_somebody_waits_for_a_lock():
    with connection.cursor() as cursor:
        for _ in range(400):
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone() != (0,):
                return
            time.sleep(0.01)
    raise AssertionError("nobody waits")


def test_the_database_refuses_a_called_off_match_with_a_deadline_or_a_result():
    match = called_off(playing_table(people(3), "solo-3"))
    wrongs: list[dict[str, object]] = [{"deadline": timezone.now()}, {"result": {"sides": []}}]
    for wrong in wrongs:
        with pytest.raises(IntegrityError, match="match_called_off_has_no_result"):
            Match.objects.filter(pk=match.pk).update(**wrong)


def test_the_database_refuses_a_sealed_table_with_a_host_or_without_a_time():
    match = sealed_table(people(3))
    wrongs: list[dict[str, object]] = [{"host": player("Host")}, {"starts_at": None}, {"sealed": False}]
    for wrong in wrongs:
        with pytest.raises(IntegrityError, match="match_sealed_starts_and_has_no_host"):
            Match.objects.filter(pk=match.pk).update(**wrong)
