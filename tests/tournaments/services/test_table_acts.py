"""Acts on pairings and results: effect, line in the log and notices of each."""

import pytest

from games.models import Match
from tests.tournaments import document_check
from tests.tournaments.services.acts import line, order, play_begin, refused, told
from tests.tournaments.services.events import (
    PAIRS,
    act,
    advanced,
    newest_round,
    numbers,
    open_tables,
    places,
    play,
    play_round,
    play_to_the_end,
    points,
    ranking,
    soon,
    started,
    tables,
    where,
)
from tournaments import refusals
from tournaments.director.acts import Act
from tournaments.models import LogLine, Rest, Slot
from tournaments.selectors.document import document_of

pytestmark = pytest.mark.django_db

# --- Pairings ---


def test_pair_before_its_time():
    made = started(8, settings={"rounds": 3}, break_minutes=30)
    made = play_round(made)
    assert newest_round(made).status == "finished"
    made = act(made, Act.PAIR)
    assert newest_round(made).number == 2
    assert line(made, Act.PAIR).facts["tables"] == 2
    assert newest_round(made).starts_at > soon(minutes=29)  # the break is kept


def test_swap_and_publish_a_draft():
    made = started(8, automatic=False)
    one, other = tables(made)
    mine, theirs = numbers(one)[0], numbers(other)[0]
    assert refused(made, Act.SWAP, entry=mine, other=numbers(one)[1]) is refusals.CannotSwap
    made = act(made, Act.SWAP, entry=mine, other=theirs)
    one, other = tables(made)
    assert (numbers(one)[0], numbers(other)[0]) == (theirs, mine)
    assert one.explanation["code"] == "swapped"
    made = act(made, Act.PUBLISH)
    assert [numbers(table) for table in open_tables(made)] == [numbers(one), numbers(other)]
    assert refused(made, Act.SWAP, entry=mine, other=theirs) is refusals.NotNow
    assert document_check.check(document_of(play_to_the_end(act(play_round(made), Act.PUBLISH)))) == []


def test_a_draft_is_paired_anew_from_standings_that_were_corrected():
    made = play_round(act(started(8, settings={"rounds": 3}, automatic=False), Act.PUBLISH))
    draft, first = newest_round(made), tables(made, round__number=1)[0]
    made = act(made, Act.CORRECT_RESULT, places=order(first), **where(first))
    assert newest_round(made).number == draft.number
    assert newest_round(made).pk != draft.pk
    made = play_to_the_end(act(play_round(act(made, Act.PUBLISH)), Act.PUBLISH))
    assert document_check.check(document_of(made)) == []


def test_a_swap_in_the_draft_of_a_bracket():
    made = started(8, format="elimination", settings={}, automatic=False)
    one, other = tables(made, round__number=1)
    mine, theirs = numbers(one)[0], numbers(other)[0]
    made = act(made, Act.SWAP, entry=mine, other=theirs)
    one, other = tables(made, round__number=1)
    assert theirs in numbers(one)
    assert mine in numbers(other)
    made = play_to_the_end(act(made, Act.PUBLISH))
    assert document_check.check(document_of(made)) == []


@pytest.mark.parametrize("format_name", ["swiss", "elimination"])
def test_a_publication_is_taken_back_before_the_first_card(format_name):
    made = started(8, format=format_name, settings={}, lead_seconds=60)
    opened = [one.match for one in open_tables(made)]
    made = act(made, Act.TAKE_BACK)
    assert {Match.objects.get(pk=match.pk).status for match in opened} == {"closed"}
    assert (made.automatic, made.problem, newest_draft(made)) == (False, "draft", "draft")
    assert told("taken-back") == 8
    assert document_of(made)["stages"][0]["rounds"] == []
    made = act(made, Act.PUBLISH)
    assert len(open_tables(made)) == len(opened)
    assert not {one.match_id for one in open_tables(made)} & {match.pk for match in opened}


def newest_draft(made) -> str:
    return made.stages.get().rounds.order_by("number")[0].status


def test_nothing_is_taken_back_once_cards_are_dealt():
    made = started(8, lead_seconds=60)
    play_begin(made)
    assert refused(made, Act.TAKE_BACK) is refusals.NotNow
    assert refused(play_round(made), Act.SWAP, entry=1, other=2) is refusals.NotNow


# --- Results ---


def test_enter_a_result():
    made = started(8)
    table = open_tables(made)[0]
    match = table.match
    made = act(made, Act.ENTER_RESULT, places=order(table), **where(table))
    table.refresh_from_db()
    assert (table.status, table.by, table.match) == ("finished", "ruling", None)
    assert Match.objects.get(pk=match.pk).status == "called-off"
    assert places(table) == {number: place for place, (number,) in enumerate(order(table), start=1)}
    assert told("result") == 4
    assert line(made, Act.ENTER_RESULT).facts["table"] == table.number


@pytest.mark.parametrize("wrong", [[], [[1]], [[1], [1], [2], [3]], [[], [1, 2, 3, 4]], [[99], [2], [3], [4]]])
def test_a_result_names_everyone_at_the_table_once(wrong):
    made = started(4)
    assert refused(made, Act.ENTER_RESULT, places=wrong, **where(open_tables(made)[0])) is refusals.BadPlaces


def test_ties_share_a_place():
    made = started(4)
    act(made, Act.ENTER_RESULT, places=[[1, 2], [3, 4]], **where(open_tables(made)[0]))
    assert places(tables(made, round__number=1)[0]) == {1: 1, 2: 1, 3: 3, 4: 3}


def test_a_result_is_corrected_after_the_next_round_was_paired():
    made = play_round(started(8, settings={"rounds": 3}))
    table = tables(made, round__number=1)[0]
    best = min(numbers(table))
    paired = [numbers(one) for one in tables(made, round__number=2)]
    assert points(made, 1)[best] == "1"
    wrong = sorted(numbers(table), reverse=True)
    made = act(made, Act.CORRECT_RESULT, places=[[one] for one in wrong], **where(table))
    assert points(made, 1)[best] == "0"
    assert [numbers(one) for one in tables(made, round__number=2)] == paired
    facts = line(made, Act.CORRECT_RESULT).facts
    assert facts["before"] == [[one] for one in sorted(numbers(table))]
    assert facts["places"] == [[one] for one in wrong]
    assert refused(made, Act.CORRECT_RESULT, places=[[one] for one in wrong], **where(table)) is refusals.NothingChanges
    assert document_check.check(document_of(play_to_the_end(made))) == []


def bracket_of_two_semifinals(**fields):
    """Four tables of solo players at most: two tables of four, and a final of those who came first and second."""
    return started(8, format="elimination", settings={}, **fields)


def test_a_wrong_result_is_corrected_while_the_final_is_being_played():
    """sendou.ink #1574: it does not stop the bracket."""
    made = play_round(bracket_of_two_semifinals())
    final = tables(made, round__number=2)[0]
    match, first = final.match, tables(made, round__number=1)[0]
    assert final.status in ("ready", "playing")
    last = max(numbers(first))
    others = [number for number in numbers(first) if number != last]
    made = act(made, Act.CORRECT_RESULT, places=[[last], *([one] for one in others)], **where(first))
    final = tables(made, round__number=2)[0]
    assert last in numbers(final)
    assert Match.objects.get(pk=match.pk).status == "called-off"
    assert final.match_id not in (None, match.pk)
    made = play_to_the_end(made)
    assert document_check.check(document_of(made)) == []


def test_who_changes_places_at_a_later_table_keeps_what_was_played_there():
    """First and second of a semifinal were mixed up; in the final they sat, and still have ended, as they have."""
    made = play_to_the_end(bracket_of_two_semifinals())
    semifinal, seats = tables(made, round__number=1)[0], numbers(tables(made, round__number=2)[0])
    first, second, *others = [number for _, number in sorted((p, n) for n, p in places(semifinal).items())]
    before = document_of(made)["stages"][0]["rounds"][1]["tables"][0]["outcome"]
    made = act(made, Act.CORRECT_RESULT, places=[[second], [first], *([one] for one in others)], **where(semifinal))
    document = document_of(made)
    assert numbers(tables(made, round__number=2)[0]) != seats
    assert document["stages"][0]["rounds"][1]["tables"][0]["outcome"] == before
    assert document_check.check(document) == []


def test_a_wrong_result_is_corrected_after_the_end():
    made = play_to_the_end(started(4, settings={"rounds": 1}))
    assert ranking(made) == {1: 1, 2: 2, 3: 3, 4: 4}
    made = act(made, Act.CORRECT_RESULT, places=[[4], [3], [2], [1]], **where(tables(made)[0]))
    assert ranking(made) == {1: 4, 2: 3, 3: 2, 4: 1}


@pytest.mark.parametrize("bracket", ["elimination", "double-elimination"])
def test_a_correction_after_the_end_has_the_later_tables_of_a_bracket_played_again(bracket):
    """The wrong one was in the final: it goes on, once the organiser says so, and ends with a ranking again."""
    made = play_to_the_end(started(8, format=bracket, settings={}))
    first = tables(made, round__number=1)[0]
    last = max(numbers(first))
    others = [[number] for number in numbers(first) if number != last]
    made = act(made, Act.CORRECT_RESULT, places=[[last], *others], **where(first))
    assert (made.status, made.paused, made.finished_at) == ("running", True, None)
    assert set(ranking(made).values()) == {None}
    assert not open_tables(made)
    assert told("reopened") == 8
    made = act(made, Act.RESUME)
    assert open_tables(made)
    made = play_to_the_end(made)
    assert made.status == "finished"
    assert None not in ranking(made).values()
    assert Slot.objects.get(table__stage=first.stage, source_table=first.number, source_place=1).entry.number == last
    assert document_check.check(document_of(made)) == []


def test_a_correction_after_the_end_that_moves_nobody_leaves_it_ended():
    made = play_to_the_end(bracket_of_two_semifinals())
    final = tables(made, round__number=2)[0]
    best = order(final)
    made = act(made, Act.CORRECT_RESULT, places=best[::-1], **where(final))
    assert made.status == "finished"
    assert ranking(made)[best[-1][0]] == 1


def test_what_a_stage_ended_with_stays_once_the_next_has_begun():
    made = play_round(started(8, format="swiss-elimination", settings={"rounds": 1, "advance": 4}))
    first = document_of(made)["stages"][0]["rounds"][0]["tables"][0]
    facts = {"stage": 1, "round": 1, "table": 1, "places": [[one] for one in first["entries"]]}
    assert refused(made, Act.CORRECT_RESULT, **facts) is refusals.StageOver


@pytest.mark.parametrize("what", [Act.FINISH, Act.CANCEL])
def test_a_result_that_nobody_has_read_yet_counts_when_it_ends_early(what):
    """Whoever played to the end was there (Lichess #12378), though the worker has not come by."""
    made = play_round(started(8, settings={"rounds": 3}))
    one, other = open_tables(made)
    play(one)
    made = act(made, what)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.status, other.status) == ("finished", "called-off")
    assert set(places(one).values()) == {1, 2, 3, 4}
    assert LogLine.objects.get(tournament=made, act=what).facts["tables"] == [[2, other.number]]
    assert document_check.check(document_of(made)) == []


def test_a_stuck_table_is_called_off_and_ruled_on():
    """5stack #422, in a bracket: the final was called off, and the stage waits for a ruling."""
    made = play_round(bracket_of_two_semifinals())
    final = tables(made, round__number=2)[0]
    made = act(made, Act.CALL_OFF, **where(final))
    assert (made.status, made.problem) == ("running", "bracket")
    assert told("called-off") == 4
    made = act(made, Act.ENTER_RESULT, places=order(final), **where(final))
    assert made.status == "finished"
    assert ranking(made)[order(final)[0][0]] == 1
    assert document_check.check(document_of(made)) == []


def test_a_table_before_the_final_is_called_off_and_played_again():
    made = bracket_of_two_semifinals()
    one, other = open_tables(made)
    play(other)
    made = act(made, Act.CALL_OFF, **where(one))
    assert made.problem == "bracket"
    made = act(made, Act.REPLAY, **where(one))
    assert len(open_tables(made)) == 1
    made = play_to_the_end(made)
    assert document_check.check(document_of(made)) == []


def test_a_table_that_was_called_off_marks_nobody_as_absent():
    made = started(8, settings={"rounds": 3, "unplayed": {"absent": "1/2"}})
    one, other = open_tables(made)
    play(other)
    made = act(made, Act.CALL_OFF, **where(one))
    assert newest_round(made).number == 2
    assert not Rest.objects.filter(round__stage__tournament=made).exists()
    assert {points(made, 1)[number] for number in numbers(one)} == {"0"}
    made = act(made, Act.ENTER_RESULT, places=order(one), **where(one))  # later, and all is well
    assert points(made, 1)[order(one)[0][0]] == "1"
    assert document_check.check(document_of(play_to_the_end(made))) == []


def test_a_match_that_somebody_else_has_ended_does_not_stop_the_round():
    """It was called off from outside: the organiser is shown the table, and nothing hangs."""
    made = bracket_of_two_semifinals()
    one, other = open_tables(made)
    play(other)
    Match.objects.filter(pk=one.match_id).update(status="called-off")
    made = advanced(made)
    one.refresh_from_db()
    assert (one.status, one.match_id, made.problem) == ("called-off", None, "bracket")
    assert one.matches.count() == 1


def test_a_table_is_played_again_before_the_next_round_is_paired():
    made = started(8, settings={"rounds": 3}, break_minutes=30)
    made = play_round(made)
    table = tables(made, round__number=1)[0]
    made = act(made, Act.REPLAY, **where(table))
    (again,) = open_tables(made)
    assert again.pk == table.pk
    assert again.matches.count() == 2
    assert points(made, 1)[min(numbers(table))] == "0"
    play(again, order=sorted(numbers(table), reverse=True))
    made = advanced(made)
    assert points(made, 1)[max(numbers(table))] == "1"
    assert told("replay") == 4


def test_the_next_round_waits_for_a_table_that_is_played_again():
    made = play_round(started(8, settings={"rounds": 3}))
    table = tables(made, round__number=1)[0]
    made = act(made, Act.REPLAY, **where(table))
    again = next(one for one in open_tables(made) if one.pk == table.pk)
    for one in open_tables(made):
        if one.pk != again.pk:
            play(one)
    made = advanced(made)
    assert newest_round(made).number == 2
    play(again)
    made = advanced(made)
    assert newest_round(made).number == 3
    assert document_check.check(document_of(play_to_the_end(made))) == []


def test_forfeit_between_two_is_decided_at_once():
    made = started(4, options=PAIRS)
    table = open_tables(made)[0]
    loser, winner = numbers(table)
    made = act(made, Act.FORFEIT, entry=loser, **where(table))
    table.refresh_from_db()
    assert (table.status, table.by, places(table)) == ("finished", "forfeit", {loser: 2, winner: 1})
    assert line(made, Act.FORFEIT).facts["entry"] == loser
    assert told("forfeited") == 2


def test_forfeit_among_more_is_last_whatever_is_played():
    made = started(4)
    table = open_tables(made)[0]
    made = act(made, Act.FORFEIT, entry=1, **where(table))
    assert refused(made, Act.FORFEIT, entry=1, **where(table)) is refusals.NothingChanges
    made = play_round(made)
    assert places(tables(made, round__number=1)[0]) == {1: 4, 2: 1, 3: 2, 4: 3}


def test_the_last_who_has_not_forfeited_has_won():
    made = started(4)
    table = open_tables(made)[0]
    for number in (1, 2, 3):
        made = act(made, Act.FORFEIT, entry=number, **where(table))
    assert places(tables(made, round__number=1)[0]) == {4: 1, 1: 2, 2: 2, 3: 2}
