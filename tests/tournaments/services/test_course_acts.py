"""Acts on a whole tournament: effect, line in the log and notices of each; who may act, and when."""

import pytest

from games.models import Match
from tests.players.builders import player
from tests.tournaments import document_check
from tests.tournaments.services.acts import line, order, play_begin, refused, told
from tests.tournaments.services.events import (
    act,
    advanced,
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
    staff,
    started,
    tables,
    where,
)
from tournaments import refusals
from tournaments.director.acts import Act, needs
from tournaments.models import LogLine, Notice
from tournaments.selectors.document import document_of
from tournaments.services.acts import act_carry_out

pytestmark = pytest.mark.django_db

# --- Who may, when, and why ---


@pytest.mark.parametrize("what", list(Act))
def test_nobody_rules_on_an_event_that_is_not_theirs(what):
    made = event(4)
    assert refused(made, what, by=player()) is refusals.NotAllowed
    assert refused(made, what, by=player_of(made, 1)) is refusals.NotAllowed
    assert not LogLine.objects.filter(tournament=made, by=player_of(made, 1)).exclude(act="enter").exists()


def test_organisers_rule_on_their_own_and_administrators_on_all():
    made, helper, steward = event(4), player(), player(is_superuser=True)
    made.organisers.add(helper)
    act(made, Act.PAUSE, by=helper)
    act(made, Act.RESUME, by=steward)
    assert [line(made, one).by for one in (Act.PAUSE, Act.RESUME)] == [helper, steward]


@pytest.mark.parametrize("what", [one for one in Act if needs(one) == ("reason",)])
def test_a_reason_is_wanted(what):
    assert refused(event(4), what, reason="  ") is refusals.ReasonNeeded


def test_a_stale_page_is_refused():
    made = event(4)
    seen = made.state
    act(made, Act.PAUSE)
    assert refused(made, Act.CANCEL, state=seen) is refusals.Stale


def test_an_act_that_was_seen_before_another_came_is_refused_under_the_lock():
    """Both organisers have just looked; the second one's handler finds the state moved on."""
    made = event(4)
    seen = fresh(made)
    act(made, Act.PAUSE)
    with pytest.raises(refusals.Stale):
        act_carry_out(tournament=seen, act=Act.PAUSE, by=made.owner, state=seen.state, facts={"reason": "Too."})
    assert LogLine.objects.filter(tournament=made, act="pause").count() == 1


def test_acts_on_an_event_that_is_over():
    made = play_to_the_end(started(4, settings={"rounds": 1}))
    for what in set(Act) - {Act.MESSAGE, Act.CORRECT_RESULT}:
        facts = {"entry": 1, "other": 2, "table": 1, "places": order(tables(made)[0]), "player": player().name}
        assert refused(made, what, **facts) is refusals.NotNow


# --- Before the start ---


def test_registration_is_closed_and_opened_again():
    made = act(event(4), Act.CLOSE_REGISTRATION)
    assert made.status == "closed"
    made = act(made, Act.OPEN_REGISTRATION)
    assert made.status == "registration"
    assert line(made, Act.OPEN_REGISTRATION).reason == "Because."


def test_pause_and_resume():
    made = act(started(8), Act.PAUSE)
    made = play_round(made)
    assert (made.paused, made.problem, newest_round(made).status) == (True, "paused", "finished")
    made = act(made, Act.RESUME)
    assert (made.paused, made.problem, newest_round(made).number) == (False, "", 2)


def test_a_pause_does_not_hold_up_tables_that_are_open():
    made = act(started(8, lead_seconds=60), Act.PAUSE)
    assert made.wake_at is not None
    made.stages.get().tables.update(starts_at=soon(seconds=-1))
    made = advanced(made)
    assert {one.status for one in tables(made)} == {"playing"}


def test_cancel_before_the_start():
    made = act(event(4), Act.CANCEL)
    assert made.status == "cancelled"
    assert told("organiser") == 4
    assert line(made, Act.CANCEL).reason == "Because."


def test_a_message_to_everyone_who_takes_part_or_waits():
    made = event(4, places=3)
    act(made, Act.MESSAGE, text="Bring tea.")
    assert [one.facts for one in Notice.objects.filter(code="message")] == [{"text": "Bring tea."}] * 4
    assert refused(made, Act.MESSAGE, text=" ") is refusals.TextNeeded


# --- Stages and the end ---


def test_a_stage_ends_before_its_last_round():
    made = play_round(started(8, format="swiss-elimination", settings={"rounds": 5, "advance": 4}, break_minutes=30))
    made = act(made, Act.NEXT_STAGE)
    assert [stage.status for stage in made.stages.all()] == ["finished", "running"]
    assert len(open_tables(made)) == 1
    made = play_to_the_end(made)
    assert document_check.check(document_of(made)) == []


def test_a_stage_is_put_back_to_its_start():
    made = play_round(started(8, settings={"rounds": 3}, late_entry_rounds=3, owner=staff()))
    made = act(made, Act.ADD_ENTRY, player=player().name)
    running = [one.match_id for one in open_tables(made)]
    made = act(made, Act.RESET_STAGE)
    assert {Match.objects.get(pk=pk).status for pk in running} == {"called-off"}
    assert (made.automatic, made.problem) == (False, "draft")
    assert sorted(number for one in tables(made) for number in numbers(one)) == list(range(1, 10))
    assert told("reset") == 9
    assert entry(made, 9).joined_round == 1
    made = play_round(act(made, Act.PUBLISH))
    assert document_check.check(document_of(made)) == []


def test_who_dropped_before_a_stage_was_put_back_is_ranked_all_the_same():
    made = act(started(8, settings={"rounds": 1}), Act.DROP, entry=8)
    made = act(made, Act.RESET_STAGE)
    assert (entry(made, 8).left_stage, entry(made, 8).left_round) == (None, None)
    made = play_to_the_end(act(made, Act.PUBLISH))
    assert None not in ranking(made).values()
    assert ranking(made)[8] == 8


def test_finishing_early_calls_off_what_is_being_played_and_marks_nobody_as_absent():
    """Lichess #12378, #7124."""
    made = play_round(started(8, settings={"rounds": 3, "unplayed": {"absent": "1/2"}}))
    one, other = open_tables(made)
    play(other)
    made = advanced(made)
    play_begin(made)
    made = act(made, Act.FINISH)
    assert made.status == "finished"
    assert LogLine.objects.get(tournament=made, act="finish").facts == {"tables": [[2, one.number]]}
    one.refresh_from_db()
    assert one.status == "called-off"
    document = document_of(made)
    assert [each["absent"] for each in document["stages"][0]["rounds"]] == [[], []]
    assert not any(table["no_shows"] for each in document["stages"][0]["rounds"] for table in each["tables"])
    assert {each["status"] for each in document["entries"]} == {"in"}
    assert [points(made, 2)[number] for number in numbers(one)] == [points(made, 1)[number] for number in numbers(one)]
    assert 1 in ranking(made).values()
    assert document_check.check(document) == []


@pytest.mark.parametrize("format_name", ["swiss", "round-robin", "elimination"])
def test_finished_before_the_first_round_everyone_is_ranked_by_their_seeds(format_name):
    made = started(8, format=format_name, settings={}, automatic=False)
    made = act(made, Act.FINISH)
    assert ranking(made) == {number: number for number in range(1, 9)}
    assert document_check.check(document_of(made)) == []


def test_a_stage_that_is_not_played_ends_and_says_so():
    """sendou.ink #1987, #2536: finished after the first stage, the final never begins."""
    made = started(8, format="swiss-elimination", settings={"rounds": 1, "advance": 4}, automatic=False)
    made = play_round(act(made, Act.PUBLISH))
    made = act(made, Act.FINISH)
    document = document_of(made)
    assert [one["status"] for one in document["stages"]] == ["finished", "finished"]
    assert LogLine.objects.filter(tournament=made, act="finish-stage", facts__played=False).count() == 1
    assert ranking(made)[1] in (1, 2)  # the winners of the two tables have met the same
    assert document_check.check(document) == []
    # And a wrong result is still put right.
    table = made.stages.get(number=1).tables.order_by("number")[0]
    worst = max(numbers(table))
    made = act(made, Act.CORRECT_RESULT, places=[[one] for one in sorted(numbers(table), reverse=True)], **where(table))
    assert ranking(made)[worst] <= 2


def test_cancel_in_mid_round():
    made = started(8)
    play_begin(made)
    matches = [one.match_id for one in open_tables(made)]
    made = act(made, Act.CANCEL)
    assert {Match.objects.get(pk=pk).status for pk in matches} == {"called-off"}
    assert (made.status, told("organiser")) == ("cancelled", 8)
    document = document_of(made)
    assert {one["status"] for one in document["stages"]} == {"finished"}
    assert {one["status"] for one in document["stages"][0]["rounds"]} == {"finished"}
    assert len(line(made, Act.CANCEL).facts["tables"]) == 2
