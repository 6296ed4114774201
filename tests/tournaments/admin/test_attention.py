"""What an organiser should look at: slow, stuck and called-off tables, who did not come, a worker that is away."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.urls import reverse
from django.utils import timezone

from games.selectors.durations import minutes_expected
from games.services.sealed import sealed_tables_start_due
from tests.tournaments.admin import builders
from tests.tournaments.admin.act_pages import first_table
from tests.tournaments.services.failing_steps import CREATE_STOP_TRIGGER_SQL, DROP_STOP_TRIGGER_SQL, LOGGED_ACT_OF_STEP
from tournaments.director.acts import Act
from tournaments.director.due import StepKind
from tournaments.due_words import next_step
from tournaments.models import Entry, Tournament
from tournaments.selectors.attention import attention_of
from tournaments.selectors.situations import situation_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(orsola) -> Tournament:
    """Eight at two tables of four, being played, in standard time."""
    tournament = builders.playing(orsola)
    assert len(sealed_tables_start_due()) == 2
    Tournament.objects.update(wake_at=None)
    return builders.fresh(tournament)


def test_nothing_is_wrong_at_first(running):
    assert not attention_of(running, timezone.now()).is_needed


def test_a_table_is_slow_after_twice_the_expected_time(running):
    """What the games expect of such a table counts: one second before twice that nothing is said, one after it is."""
    match = first_table(running).match
    twice = timedelta(minutes=2 * minutes_expected(match.game, match.options, match.pace))
    before = attention_of(running, match.started_at + twice - timedelta(seconds=1))
    after = attention_of(running, match.started_at + twice + timedelta(seconds=1))
    assert before.slow == []
    assert [table.number for table in after.slow] == [1, 2]


def test_a_table_that_has_not_begun_is_stuck(orsola):
    """Its time has come, and the games have not dealt the cards."""
    waiting = builders.playing(orsola)
    assert [table.number for table in attention_of(waiting, timezone.now()).stuck] == [1, 2]
    assert sealed_tables_start_due()
    assert attention_of(waiting, timezone.now()).stuck == []


def test_a_called_off_table_waits_for_a_ruling(orsola, running):
    running = builders.act(running, Act.CALL_OFF, orsola, table=2, round=1, stage=1)
    assert [table.number for table in attention_of(running, timezone.now()).called_off] == [2]


def test_who_did_not_come_is_named(running):
    Entry.objects.filter(tournament=running, number=3).update(sits_out=True, never_came=True)
    assert [entry.number for entry in attention_of(running, timezone.now()).gone] == [3]


def test_a_worker_that_does_not_come_is_missed(running):
    now = timezone.now()
    Tournament.objects.update(wake_at=now - timedelta(seconds=59))
    assert not attention_of(builders.fresh(running), now).worker_is_late
    Tournament.objects.update(wake_at=now - timedelta(seconds=61))
    assert attention_of(builders.fresh(running), now).worker_is_late


FAILS = "The last step failed. It is tried again every few seconds; the server&#x27;s log says why it failed."
LATE = "Is the worker running?"


def test_a_step_that_fails_is_shown_until_it_succeeds(client, orsola):
    """The database refuses the last thing that pairing a round writes; the draft is then made, and waits."""
    tournament = builders.act(builders.open_for(orsola, automatic=False), Act.START, orsola)
    with connection.cursor() as cursor:
        cursor.execute(CREATE_STOP_TRIGGER_SQL.format(act=LOGGED_ACT_OF_STEP[StepKind.PAIR_ROUND]))
    with pytest.raises(DatabaseError, match="stopped"):
        builders.advanced(tournament)
    pages = [
        reverse("admin:tournaments_run", args=[tournament.pk]),
        f"{tournament.get_absolute_url()}parts/mine/",
    ]
    for page in pages:
        assert FAILS in client.get(page).content.decode()
    assert LATE not in client.get(pages[0]).content.decode()
    assert "a step fails" in client.get(reverse("admin:tournaments_tournament_changelist")).content.decode()
    with connection.cursor() as cursor:
        cursor.execute(DROP_STOP_TRIGGER_SQL)
    tournament = builders.advanced(tournament)
    assert tournament.problem == "draft"
    for page in pages:
        assert FAILS not in client.get(page).content.decode()


def test_a_worker_that_died_after_a_failure_is_missed(client, orsola):
    """Nobody tries again: five seconds after the failure something is due, a minute later it is said."""
    tournament = builders.playing(orsola)
    Tournament.objects.update(problem="failed", wake_at=timezone.now() - timedelta(seconds=61))
    page = client.get(reverse("admin:tournaments_run", args=[tournament.pk])).content.decode()
    assert FAILS in page
    assert LATE in page


# --- What comes next ---


def said(tournament: Tournament) -> str:
    now = timezone.now()
    found = next_step(situation_of(tournament, now), now)
    return found.sentence if found else ""


def test_what_comes_next_in_words(orsola):
    assert said(builders.event(orsola)) == "It starts when you say so."
    assert said(builders.drafted(orsola)).startswith("A draft pairing waits for your approval.")
    assert said(builders.published(orsola)) == "The tables begin."
    assert said(builders.playing(orsola)) == "2 tables are still being played."
    assert said(builders.between_rounds(orsola)) == "Round 2 is paired."
    assert said(builders.finished(orsola)) == ""


def test_what_comes_next_before_the_start(orsola):
    now = timezone.now()
    times = {"registration_opens_at": now + timedelta(hours=1), "starts_at": now + timedelta(hours=5)}
    tournament = builders.event(orsola, **times, check_in_minutes=15)
    assert said(tournament) == "Registration opens."
    assert said(builders.act(tournament, Act.OPEN_REGISTRATION, orsola)) == "Check-in opens."
    few = builders.open_for(orsola, 2, starts_at=now + timedelta(hours=3))
    assert said(few) == "The tournament starts, if at least 3 entries are in."
    assert said(builders.act(few, Act.PAUSE, orsola)).startswith("It is paused.")
