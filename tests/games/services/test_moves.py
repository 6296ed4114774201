"""Moves are stored once, in order, and only where the match stands."""

from collections.abc import Sequence

import orjson
import pytest
from django.db import connection, transaction

from games.models import Event
from games.selectors.matches import events_after, fold, match_running, record_of
from games.services.moves import STORE_MOVES, moves_commit, row_of
from tests.games.builders import people, playing_table
from tests.games.playing import fresh, next_step, play_to_the_end
from tests.players.together import together

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_move_is_stored_with_the_state_of_the_match():
    match = playing_table(people(3), "solo-3")
    proposal = next_step(match, "my id")
    assert moves_commit([proposal]) == {match.pk}
    after, running = fresh(match)
    event = Event.objects.get(match=match)
    assert (event.seq, event.by, event.client_id) == (1, "player", "my id")
    assert (after.seq, running.seq, running.since) == (1, 1, proposal.step.since)
    assert after.deadline.timestamp() * 1000 == pytest.approx(proposal.step.deadline)


def test_the_same_place_is_taken_once():
    match = playing_table(people(3), "solo-3")
    one, other = next_step(match, choice=0), next_step(match, choice=1)
    assert moves_commit([one]) == {match.pk}
    assert moves_commit([other]) == set()
    assert Event.objects.count() == 1


def test_a_move_writes_its_match_in_place_and_no_index():
    """PostgreSQL's own count of updates that touched no index."""
    match = playing_table(people(3), "solo-3")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_get_xact_tuples_hot_updated('games_match'::regclass)")
        (before,) = cursor.fetchone()
        assert moves_commit([next_step(match)]) == {match.pk}
        cursor.execute("SELECT pg_stat_get_xact_tuples_hot_updated('games_match'::regclass)")
        assert cursor.fetchone() == (before + 1,)


def test_a_move_looks_up_its_match_by_key():
    """However many are being played, and whatever the planner knows of them."""
    tables = [playing_table(people(3, prefix), "solo-3") for prefix in ("Ada", "Bea", "Cleo")]
    proposal = orjson.dumps([row_of(*next_step(tables[1]))]).decode()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {STORE_MOVES}", [proposal])
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert plan.count("games_match_pkey") == 2
    assert "match_running" not in plan


def test_many_matches_in_one_statement():
    tables = [playing_table(people(3, prefix), "solo-3") for prefix in ("Ada", "Bea", "Cleo")]
    proposals = [next_step(match) for match in tables]
    stale = next_step(tables[1])
    assert moves_commit([proposals[1]]) == {tables[1].pk}
    with connection.execute_wrapper(counting := Counting()):
        assert moves_commit([proposals[0], stale, proposals[2]]) == {tables[0].pk, tables[2].pk}
    assert counting.queries == 1


class Counting:
    queries = 0

    def __call__(self, execute, sql, params, many, context):
        self.queries += 1
        return execute(sql, params, many, context)


def test_of_eight_who_race_for_one_place_one_gets_it():
    match = playing_table(people(4), "solo-4")
    proposal = next_step(match)
    won = together(*[lambda: moves_commit([proposal])] * 8)
    assert sorted(map(len, won)) == [0] * 7 + [1]
    assert Event.objects.count() == 1


def test_the_same_client_id_is_stored_once_even_if_the_place_is_free():
    match = playing_table(people(3), "solo-3")
    running = fresh(match)[1]
    assert moves_commit([next_step(match, "same")]) == {match.pk}
    while True:
        proposal = next_step(match, "same")
        if proposal.step.move.seat == running.game.to_act(running.state)[0]:
            break
        assert moves_commit([next_step(match)]) == {match.pk}
    assert moves_commit([proposal]) == set()
    assert fresh(match)[0].seq == Event.objects.count()


def test_nothing_moves_at_a_table_that_is_not_playing():
    match = playing_table(people(3), "solo-3")
    proposal = next_step(match)
    finished = play_to_the_end(match)
    assert moves_commit([proposal]) == set()
    assert (finished.status, finished.deadline) == ("finished", None)
    assert finished.result == match_running(finished).game.result(match_running(finished).state).as_json()


def test_a_finished_match_is_a_record_that_anyone_can_replay(tmp_path):
    import json
    import subprocess
    import sys

    match = play_to_the_end(playing_table(people(6), "pairs-6"))
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record_of(match)))
    answer = subprocess.run([sys.executable, "-m", "games.engine", file], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout) == {"finished": True, "result": match.result}


def test_of_a_running_match_there_is_no_record():
    with pytest.raises(ValueError, match="not finished"):
        record_of(playing_table(people(3), "solo-3"))


def test_apps_above_hear_of_the_end(settings):
    settings.MATCHES_FINISHED_RECEIVERS = ["tests.games.services.test_moves.hear"]
    heard.clear()
    match = play_to_the_end(playing_table(people(3), "solo-3"))
    assert heard == [match.pk]


def test_a_receiver_that_fails_silences_no_other(settings, caplog):
    here = "tests.games.services.test_moves"
    settings.MATCHES_FINISHED_RECEIVERS = [f"{here}.fail", f"{here}.is_not_there", f"{here}.hear"]
    heard.clear()
    match = play_to_the_end(playing_table(people(3), "solo-3"))
    assert heard == [match.pk]
    assert match.status == "finished"
    failed = [record for record in caplog.records if "receiver of finished matches failed" in record.getMessage()]
    assert [record.exc_info[0] for record in failed] == [RuntimeError, ImportError]


def fail(_match_ids: Sequence[int]) -> None:
    raise RuntimeError("this app has a bug")


heard: list[int] = []


def hear(match_ids: Sequence[int]) -> None:
    heard.extend(match_ids)


def test_a_move_that_is_stored_while_a_match_is_being_read_has_its_own_time():
    match = playing_table(people(3), "solo-3")
    read_before, _ = fresh(match)
    proposal = next_step(match)
    assert moves_commit([proposal]) == {match.pk}
    running = fold(read_before, events_after(match.pk, 0))
    assert (running.seq, running.since) == (1, proposal.step.since)
