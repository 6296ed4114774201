"""Each step happens once, whatever is killed or delivered twice; a sweep finds what was missed."""

from dataclasses import replace
from threading import Barrier, Thread
from time import sleep

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Match
from tests.players.together import together
from tests.tournaments import document_check
from tests.tournaments.services.events import (
    act,
    advanced,
    enter,
    entry,
    event,
    fresh,
    newest_round,
    numbers,
    open_tables,
    play,
    play_round,
    play_to_the_end,
    player_of,
    points,
    ranking,
    soon,
    started,
    tables,
)
from tests.tournaments.services.failing_steps import CREATE_STOP_TRIGGER_SQL, DROP_STOP_TRIGGER_SQL, LOGGED_ACT_OF_STEP
from tournaments.director.acts import Act
from tournaments.director.due import Step, StepKind
from tournaments.formats.contests.contest import RoundPlan
from tournaments.formats.contests.plans import next_round
from tournaments.models import Entry, LogLine, Notice, Round, StandingLine, Table, TableMatch, Tournament
from tournaments.selectors.contests import contest_of
from tournaments.selectors.document import document_of
from tournaments.selectors.situations import situation_of, tournaments_due
from tournaments.services import rounds
from tournaments.services.creation import tournament_change
from tournaments.services.membership import entry_sit_out
from tournaments.services.steps import RETRY_SECONDS, step_carry_out, step_due, tournament_advance
from tournaments.services.tables import results_collect

BEFORE_PLAY = [StepKind.START, StepKind.BEGIN_STAGE, StepKind.PAIR_ROUND, StepKind.PUBLISH_ROUND, StepKind.OPEN_TABLES]


def until(made: Tournament, do: StepKind) -> Step:
    """Go on until this is due, and playing whatever is open."""
    for _ in range(40):
        step = step_due(made.pk, timezone.now())
        if isinstance(step, Step) and step.do == do:
            return step
        if isinstance(step, Step):
            step_carry_out(tournament_id=made.pk, step=step)
        else:
            for table in open_tables(made):
                play(table)
    raise AssertionError(f"{do} is never due")


def what_there_is(made: Tournament) -> dict[str, object]:
    """All that a step might write twice."""
    return {
        "status": fresh(made).status,
        "rounds": list(Round.objects.filter(stage__tournament=made).values_list("number", "status")),
        "tables": [
            (table.status, numbers(table)) for table in Table.objects.filter(stage__tournament=made).order_by("pk")
        ],
        "matches": TableMatch.objects.filter(table__stage__tournament=made).count(),
        "all matches": Match.objects.count(),
        "standings": StandingLine.objects.filter(round__stage__tournament=made).count(),
        "notices": Notice.objects.filter(tournament=made).count(),
        "log": list(LogLine.objects.filter(tournament=made).order_by("pk").values_list("act", flat=True)),
        "ranking": ranking(made),
    }


# --- Two workers ---


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "do", [*BEFORE_PLAY, StepKind.COLLECT_RESULTS, StepKind.FINISH_ROUND, StepKind.FINISH_STAGE, StepKind.FINISH]
)
def test_two_workers_take_a_step_once(do):
    """Both have read the same situation; the log of the whole event is that of one worker."""
    alone, both = ready_to_start(), ready_to_start()
    for made in (alone, both):
        step = until(made, do)
        workers = 1 if made == alone else 2
        outcomes = together(*[lambda made=made, step=step: step_carry_out(tournament_id=made.pk, step=step)] * workers)
        assert True in outcomes
        assert set(outcomes) <= {True, False}
    left, right = what_there_is(alone), what_there_is(both)
    left.pop("all matches"), right.pop("all matches")
    assert left["log"] == right["log"]
    assert {key: left[key] for key in ("status", "rounds", "matches", "standings", "notices")} == {
        key: right[key] for key in ("status", "rounds", "matches", "standings", "notices")
    }
    assert play_to_the_end(advanced(both)).status == "finished"


def ready_to_start() -> Tournament:
    made = event(8, starts_at=soon(minutes=5), settings={"rounds": 1})
    Tournament.objects.filter(pk=made.pk).update(starts_at=soon(seconds=-1))
    return fresh(made)


@pytest.mark.django_db(transaction=True)
def test_two_workers_go_on_with_the_same_event():
    made = ready_to_start()
    together(*[lambda: tournament_advance(made.pk)] * 2)
    assert len(open_tables(made)) == 2
    for table in open_tables(made):
        play(table)
    together(*[lambda: tournament_advance(made.pk)] * 2)
    assert fresh(made).status == "finished"
    assert Match.objects.count() == 2
    assert LogLine.objects.filter(tournament=made, act="collect-results").count() == 1


WAITING = """
SELECT pid FROM pg_stat_activity
WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'SELECT "tournaments_tournament"%'
"""


class StepInProgress:
    """A worker that pairs a round of an event, and waits for the event's row at the end of it."""

    def __init__(self, made: Tournament) -> None:
        self.made, self.held, self.done = made, Barrier(2, timeout=20), Barrier(2, timeout=20)
        self.outcome: object = None
        self.threads = [Thread(target=work, daemon=True) for work in (self.hold, self.work)]

    def hold(self) -> None:
        with transaction.atomic():
            Tournament.objects.select_for_update().get(pk=self.made.pk)
            self.held.wait()
            self.done.wait()
        connection.close()

    def work(self) -> None:
        self.held.wait()
        try:
            self.outcome = tournament_advance(self.made.pk)
        except DatabaseError as error:
            self.outcome = error
        finally:
            connection.close()

    def __enter__(self) -> int:
        """The number of the worker's backend, once it waits."""
        for thread in self.threads:
            thread.start()
        for _ in range(500):
            with connection.cursor() as cursor:
                cursor.execute(WAITING)
                if (found := cursor.fetchone()) is not None:
                    return int(found[0])
            sleep(0.01)
        raise AssertionError("the worker does not wait")

    def __exit__(self, *_: object) -> None:
        self.done.wait()
        for thread in self.threads:
            thread.join()


def about_to_pair() -> Tournament:
    made = ready_to_start()
    assert until(made, StepKind.PAIR_ROUND)
    return fresh(made)


@pytest.mark.django_db(transaction=True)
def test_a_round_that_is_being_paired_is_not_paired_by_another_worker():
    """The event stays due meanwhile, so the sweep goes on sending tasks: each of them leaves at once."""
    made = about_to_pair()
    worker = StepInProgress(made)
    with worker:
        assert made.pk in tournaments_due(timezone.now())
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '100ms'")
            assert tournament_advance(made.pk) == 0
    assert worker.outcome == 4  # paired, published, tables opened, begun
    assert LogLine.objects.filter(tournament=made, act="pair").count() == 1
    assert len(open_tables(made)) == 2


@pytest.mark.django_db(transaction=True)
def test_a_step_whose_worker_is_killed_is_taken_by_the_next_sweep():
    made = about_to_pair()
    worker = StepInProgress(made)
    with worker as backend, connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [backend])
    assert isinstance(worker.outcome, DatabaseError)
    assert made.pk in tournaments_due(soon(seconds=RETRY_SECONDS))
    assert advanced(made).status == "running"
    assert len(open_tables(made)) == 2


@pytest.mark.django_db(transaction=True)
def test_an_act_and_a_step_at_the_same_moment():
    """The organiser takes the publication back while the worker opens the tables: one comes after the other."""
    made = act(started_draft(), Act.PAUSE)
    act(made, Act.PUBLISH)
    Tournament.objects.filter(pk=made.pk).update(paused=False)
    step = step_due(made.pk, timezone.now())
    assert isinstance(step, Step)
    assert step.do == StepKind.OPEN_TABLES
    together(lambda: step_carry_out(tournament_id=made.pk, step=step), lambda: act(made, Act.TAKE_BACK))
    statuses = set(Match.objects.values_list("status", flat=True))
    assert statuses <= {"closed"} or len(open_tables(made)) == 2


def started_draft() -> Tournament:
    return started(8, automatic=False, lead_seconds=60)


# --- Killed half-way ---


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("do", LOGGED_ACT_OF_STEP)
def test_a_step_that_is_stopped_half_way_leaves_nothing_and_is_taken_again(do):
    made = ready_to_start()
    until(made, do)
    before = what_there_is(made)
    with connection.cursor() as cursor:
        cursor.execute(CREATE_STOP_TRIGGER_SQL.format(act=LOGGED_ACT_OF_STEP[do]))
    try:
        with pytest.raises(DatabaseError, match="stopped"):
            tournament_advance(made.pk)
        assert what_there_is(made) == before
        stopped = fresh(made)
        assert stopped.problem == "failed"
        assert stopped.wake_at > timezone.now()
    finally:
        with connection.cursor() as cursor:
            cursor.execute(DROP_STOP_TRIGGER_SQL)
    made = play_to_the_end(advanced(made))
    assert (made.status, made.problem) == ("finished", "")
    assert set(ranking(made).values()) == set(range(1, 9))


@pytest.mark.django_db(transaction=True)
def test_a_step_that_waits_too_long_for_a_lock_is_taken_later():
    made = ready_to_start()
    held, done = Barrier(2), Barrier(2)

    def hold() -> None:
        with transaction.atomic():
            Tournament.objects.select_for_update().get(pk=made.pk)
            held.wait()
            done.wait()
        connection.close()

    other = Thread(target=hold)
    other.start()
    held.wait()
    step = Step(StepKind.START, made.state)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '100ms'")
        with pytest.raises(OperationalError):
            step_carry_out(tournament_id=made.pk, step=step)
        transaction.set_rollback(True)
    done.wait()
    other.join()
    assert advanced(made).status == "running"


# --- What was missed ---


@pytest.mark.django_db
def test_a_sweep_finds_a_time_that_has_come():
    made = event(4, starts_at=soon(minutes=30))
    advanced(made)
    assert fresh(made).wake_at == made.starts_at
    assert made.pk not in tournaments_due(timezone.now())
    assert made.pk in tournaments_due(made.starts_at)


@pytest.mark.django_db
def test_a_sweep_finds_a_result_whose_nudge_was_lost():
    made = started(8)
    Tournament.objects.filter(pk=made.pk).update(wake_at=None)
    assert made.pk not in tournaments_due(timezone.now())
    play(open_tables(made)[0])
    assert made.pk in tournaments_due(timezone.now())
    advanced(made)
    assert made.pk not in tournaments_due(timezone.now())


@pytest.mark.django_db
def test_a_sweep_leaves_rehearsals_alone():
    made = started(8)
    Tournament.objects.filter(pk=made.pk).update(rehearsal=True, wake_at=soon(seconds=-1))
    play(open_tables(made)[0])
    assert made.pk not in tournaments_due(timezone.now())


@pytest.mark.django_db
def test_results_are_read_once():
    made = started(8)
    one, other = open_tables(made)
    play(one)
    step = Step(StepKind.COLLECT_RESULTS, made.state, 1)
    results_collect(tournament_id=made.pk, step=step)
    before = what_there_is(made)
    results_collect(tournament_id=made.pk, step=step)
    assert what_there_is(made) == before
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.status, other.status) == ("finished", "playing")


@pytest.mark.django_db
def test_a_result_does_not_count_in_the_state_that_organisers_see():
    """An organiser's click survives a round of many tables."""
    made = started(8)
    play(open_tables(made)[0])
    assert advanced(made).state == made.state


# --- The course, in times ---


@pytest.mark.django_db
def test_too_few_wait_and_are_told_that_it_is_cancelled():
    made = event(2, starts_at=soon(minutes=5), fewest=4)
    Tournament.objects.filter(pk=made.pk).update(starts_at=soon(minutes=-1))
    assert advanced(made).status == "registration"
    assert fresh(made).wake_at > soon(minutes=13)
    Tournament.objects.filter(pk=made.pk).update(starts_at=soon(minutes=-16))
    assert advanced(made).status == "cancelled"
    assert Notice.objects.filter(kind="cancelled", code="too-few").count() == 2


@pytest.mark.django_db
def test_a_round_is_published_so_long_before_it_begins_and_a_late_worker_gives_the_time_back():
    made = started(8, lead_seconds=60)
    assert {table.starts_at for table in open_tables(made)} == {newest_round(made).starts_at}
    # The same, with the worker killed between publishing and opening.
    made = act(started(8, automatic=False, lead_seconds=60), Act.PAUSE)
    made = act(made, Act.PUBLISH)
    Round.objects.filter(stage__tournament=made).update(starts_at=soon(minutes=-5))
    made = act(made, Act.RESUME)
    assert all(table.starts_at > soon(seconds=50) for table in open_tables(made))


@pytest.mark.django_db
def test_who_comes_or_goes_while_a_round_is_being_paired(monkeypatch):
    """Pairing takes seconds at scale: whoever sits out has no chair, and whoever enters plays from the next round."""
    made = started(8, settings={"rounds": 3}, late_entry_rounds=3)
    pair, came = next_round, list[Entry]()

    def pair_slowly(kind, contest):
        plan = pair(kind, contest)
        if not came:
            came.append(enter(made))
            entry_sit_out(tournament_id=made.pk, by=player_of(made, 1), sits_out=True)
        elif len(came) == 1:
            came.append(enter(made))
        return plan

    monkeypatch.setattr(rounds, "next_round", pair_slowly)
    made = play_round(made)
    seated = [number for table in open_tables(made) for number in numbers(table)]
    assert sorted(seated) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert (entry(made, 9).joined_round, entry(made, 10).joined_round) == (2, 3)
    assert document_check.check(document_of(play_to_the_end(made))) == []


@pytest.mark.django_db
def test_nobody_holds_up_a_round_by_coming_and_going(monkeypatch):
    """Whoever leaves again and again while it is being paired keeps their chair in the end."""
    made = started(8, settings={"rounds": 3})
    pair, attempts = next_round, list[RoundPlan | None]()

    def pair_slowly(kind, contest):
        entry_sit_out(tournament_id=made.pk, by=player_of(made, 1), sits_out=False)
        plan = pair(kind, replace(contest, absent=frozenset()))
        entry_sit_out(tournament_id=made.pk, by=player_of(made, 1 + len(attempts)), sits_out=True)
        attempts.append(plan)
        return plan

    monkeypatch.setattr(rounds, "next_round", pair_slowly)
    made = play_round(made)
    assert len(attempts) == 3
    assert newest_round(made).number == 2


@pytest.mark.django_db
def test_fixed_times_and_breaks_hold_in_a_bracket_too():
    later = soon(hours=2)
    made = started(8, format="elimination", settings={}, round_times=[soon(minutes=-1), later])
    made = play_round(made)
    (final,) = open_tables(made)
    assert final.starts_at == later
    made = play_round(started(8, format="elimination", settings={}, break_minutes=20))
    assert soon(minutes=19) < open_tables(made)[0].starts_at < soon(minutes=21)


@pytest.mark.django_db
def test_a_round_robin_of_many_has_more_rounds_than_anybody_may_ask_for():
    made = act(event(0, format="round-robin", settings={}), Act.PAUSE)
    for _ in range(34):
        enter(made)
    tournament_change(tournament_id=made.pk, by=made.owner, state=fresh(made).state, fields={"automatic": False})
    made = act(act(made, Act.RESUME), Act.START)
    assert made.status == "running"
    assert newest_round(made).status == "draft"


# --- How much is asked of the database ---


def queries(work) -> int:
    with CaptureQueriesContext(connection) as caught:
        work()
    return len(caught)


@pytest.mark.django_db
def test_a_situation_costs_the_same_however_large_the_event_is():
    small, large = started(4), started(24)
    assert queries(lambda: situation_of(small)) == queries(lambda: situation_of(large)) <= 6


@pytest.mark.django_db
def test_a_whole_stage_costs_the_same_however_many_play_and_however_long():
    small, large = started(4, settings={"rounds": 3}), play_round(play_round(started(24, settings={"rounds": 4})))
    counts = [queries(lambda made=made: contest_of(made.stages.get())) for made in (small, large)]
    assert counts[0] == counts[1] <= 6


@pytest.mark.django_db
@pytest.mark.parametrize("format_name", ["swiss", "elimination"])
def test_opening_and_reading_tables_costs_nearly_the_same_however_many_there_are(format_name):
    counts = []
    for entries in (16, 64):
        made = event(entries, format=format_name, settings={})
        until(made_started(made), StepKind.OPEN_TABLES)
        opening = queries(lambda made=made: tournament_step(made))
        assert len(open_tables(made)) == entries // 4
        for table in open_tables(made):
            play(table)
        until(made, StepKind.COLLECT_RESULTS)
        counts.append((opening, queries(lambda made=made: tournament_step(made))))
    small, large = counts
    assert large[0] <= small[0] + 2
    assert large[1] <= small[1] + 6


def made_started(made: Tournament) -> Tournament:
    Tournament.objects.filter(pk=made.pk).update(starts_at=soon(seconds=-1))
    return fresh(made)


def tournament_step(made: Tournament) -> None:
    step = step_due(made.pk, timezone.now())
    assert isinstance(step, Step)
    step_carry_out(tournament_id=made.pk, step=step)


@pytest.mark.django_db
def test_points_of_a_round_are_stored_as_the_formats_count_them():
    """By hand: first of four beats three of three, second two, third one, fourth none."""
    made = play_round(started(8))
    for table in tables(made, round__number=1):
        assert [points(made, 1)[number] for number in sorted(numbers(table))] == ["1", "2/3", "1/3", "0"]
