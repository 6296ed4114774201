"""Late, absent, gone: who never came, sits out, drops and comes back."""

import pytest

from tests.players.builders import player
from tests.tournaments import document_check
from tests.tournaments.services.events import (
    PAIRS,
    act,
    advanced,
    entry,
    numbers,
    open_tables,
    places,
    play,
    play_round,
    play_to_the_end,
    player_of,
    points,
    ranking,
    started,
    tables,
    where,
)
from tournaments.director.acts import Act
from tournaments.models import LogLine, Notice, Rest, Table
from tournaments.refusals import NotAtTable
from tournaments.selectors.document import document_of
from tournaments.selectors.news import tables_ready
from tournaments.selectors.own_entry import own_entry
from tournaments.services.calls import call_make
from tournaments.services.membership import entry_leave, entry_sit_out

pytestmark = pytest.mark.django_db


def seated_in(event, number) -> set[int]:
    return {one for table in tables(event, round__number=number) for one in numbers(table)}


# --- Who never came ---


def test_who_never_came_is_last_marked_and_sits_out_until_they_are_back():
    event = started(8, settings={"rounds": 3})
    event = play_round(event, missing={1})
    table = next(one for one in tables(event, round__number=1) if 1 in numbers(one))
    assert places(table)[1] == 4
    assert table.slots.get(entry__number=1).no_show
    missing = entry(event, 1)
    assert (missing.sits_out, missing.never_came, missing.status) == (True, True, "in")
    assert 1 not in seated_in(event, 2)
    assert Rest.objects.get(round__number=2, round__stage__tournament=event).entry == missing
    assert Notice.objects.filter(player=player_of(event, 1), code="sits-out").count() == 1

    entry_sit_out(tournament_id=event.pk, by=player_of(event, 1), sits_out=False)
    event = play_round(event)
    assert 1 in seated_in(event, 3)
    back = entry(event, 1)
    assert (back.sits_out, back.never_came) == (False, False)
    event = play_to_the_end(event)
    assert document_check.check(document_of(event)) == []


def test_whoever_comes_late_is_not_a_no_show():
    event = started(8)
    table = open_tables(event)[0]
    late = numbers(table)[0]
    play(table, missing={late})
    table.match.seats.filter(player=player_of(event, late)).update(was_there=True, away=False)
    event = advanced(event)
    assert not entry(event, late).sits_out
    assert not table.slots.filter(no_show=True).exists()


def test_of_a_team_one_who_came_is_enough():
    event = started(4, options=PAIRS)
    table = open_tables(event)[0]
    play(table, missing={numbers(table)[0]})
    table.match.seats.filter(player=player_of(event, numbers(table)[0])).update(was_there=True)
    event = advanced(event)
    assert not table.slots.filter(no_show=True).exists()


def test_nobody_pays_for_the_one_who_was_not_there():
    """Lichess #12286: three play on, and get what their places bring."""
    event = started(8)
    for table in open_tables(event):
        play(table, missing={1})
    event = advanced(event)
    table = next(one for one in tables(event, round__number=1) if 1 in numbers(one))
    others = [number for number in numbers(table) if number != 1]
    assert [points(event, 1)[number] for number in sorted(others)] == ["1", "2/3", "1/3"]
    assert not any(entry(event, number).sits_out for number in others)


# --- Substituted at a table that is open ---


def test_the_seat_at_an_open_table_stays_with_whoever_was_substituted():
    event = started(4)
    [table] = open_tables(event)
    former, newcomer = player_of(event, 1), player()
    act(event, Act.SUBSTITUTE, entry=1, player=newcomer.name)
    assert tables_ready(former) == [table] == [own_entry(event, former).table]
    assert call_make(table=table, by=former).player == former
    assert tables_ready(newcomer) == []
    assert own_entry(event, newcomer).table is None
    with pytest.raises(NotAtTable):
        call_make(table=table, by=newcomer)


def test_the_substitute_has_the_next_table_and_a_table_that_is_played_again():
    event = started(4)
    [table] = open_tables(event)
    former, newcomer = player_of(event, 1), player()
    event = act(event, Act.SUBSTITUTE, entry=1, player=newcomer.name)
    event = act(event, Act.REPLAY, **where(table))
    [table] = open_tables(event)
    assert (tables_ready(former), tables_ready(newcomer)) == ([], [table])
    event = play_round(event)
    [table] = open_tables(event)
    assert (tables_ready(former), tables_ready(newcomer)) == ([], [table])
    assert Notice.objects.filter(player=newcomer, code="seated").count() == 2


# --- Leaving, and coming back ---


def test_whoever_comes_back_before_anything_was_missed_has_missed_nothing():
    event = play_round(started(8, settings={"rounds": 3}))
    for table in open_tables(event):
        play(table)
    entry_leave(tournament_id=event.pk, by=player_of(event, 1))
    event = act(event, Act.REINSTATE, entry=1)
    assert points(event, 2)[1] == "2"


@pytest.mark.parametrize(("worth", "expected"), [(None, "1"), ("1/2", "3/2")])
def test_a_missed_round_is_worth_an_absence(worth, expected):
    unplayed = {"unplayed": {"absent": worth}} if worth else {}
    event = started(9, settings={"rounds": 3, **unplayed})
    for table in open_tables(event):
        play(table)
    entry_leave(tournament_id=event.pk, by=player_of(event, 1))  # while it is the last table's turn to be read
    event = advanced(event)
    assert points(event, 1)[1] == "1"
    assert 1 not in seated_in(event, 2)
    event = play_round(event)
    assert points(event, 2)[1] == "1"  # gone: rounds bring nothing
    event = act(event, Act.REINSTATE, entry=1)
    assert points(event, 2)[1] == expected
    assert document_check.check(document_of(event)) == []


def test_a_round_sat_out_is_worth_an_absence_too():
    event = started(9, settings={"rounds": 3, "unplayed": {"absent": "1/2"}})
    entry_sit_out(tournament_id=event.pk, by=player_of(event, 1), sits_out=True)
    event = play_round(event)
    assert 1 not in seated_in(event, 2)
    event = play_round(event)
    assert points(event, 2)[1] == "3/2"


def test_a_drop_in_the_second_stage_leaves_the_first_as_it_ended():
    """sendou.ink #2869."""
    event = started(8, format="swiss-elimination", settings={"rounds": 1, "advance": 4})
    event = play_round(event)
    before = document_of(event)["stages"][0]
    gone_on = [one.entry.number for one in event.stages.get(number=1).entries.filter(goes_on=True)]
    assert len(gone_on) == 4
    entry_leave(tournament_id=event.pk, by=player_of(event, gone_on[0]))
    event = play_to_the_end(event)
    assert document_of(event)["stages"][0] == before
    assert ranking(event)[gone_on[0]] <= 4
    assert document_check.check(document_of(event)) == []


def test_who_went_on_without_play_and_leaves_later_keeps_what_they_have_played():
    """1 leaves, so 8 is through; 8 loses a semifinal, and leaves too: it was 8 who played there, not 1."""
    event = started(8, format="elimination", options=PAIRS, settings={}, automatic=False)
    entry_leave(tournament_id=event.pk, by=player_of(event, 1))
    event = play_round(act(event, Act.PUBLISH))
    semifinal = next(one for one in open_tables(event) if 8 in numbers(one))
    play(semifinal, order=[4, 8])
    event = advanced(event)
    before = document_of(event)["stages"][0]["rounds"]
    entry_leave(tournament_id=event.pk, by=player_of(event, 8))
    event = advanced(event)
    assert document_of(event)["stages"][0]["rounds"] == before
    event = play_to_the_end(event)
    assert ranking(event) == {2: 1, 4: 2, 3: 3, 8: 3, 1: 5, 5: 5, 6: 5, 7: 5}
    assert document_check.check(document_of(event)) == []


def test_who_dropped_and_is_disqualified_left_when_they_dropped():
    """In a double elimination the chair of somebody who has gone goes on without them."""
    event = started(4, format="double-elimination", options=PAIRS, settings={}, automatic=False)
    entry_leave(tournament_id=event.pk, by=player_of(event, 1))
    event = play_round(act(event, Act.PUBLISH))
    assert any(1 in numbers(one) for one in tables(event, round__number__gt=1))
    event = act(event, Act.DISQUALIFY, entry=1)
    assert document_of(event)["entries"][0]["left"] == {"stage": 1, "round": 1}


def test_who_has_left_is_not_back_when_others_play_at_a_table_that_would_have_been_theirs():
    """Six, two of each three go on; 1 leaves, and falls among the losers, where the others of the table play."""
    event = started(10, format="double-elimination", settings={}, automatic=False)
    entry_leave(tournament_id=event.pk, by=player_of(event, 1))
    event = act(event, Act.PUBLISH)
    event = play_round(event)
    first = next(one for one in tables(event, round__number=1) if 1 in numbers(one))
    assert (first.status, first.slots.get(entry__number=1).place) == ("walkover", 3)
    assert any(1 in numbers(one) for one in open_tables(event))
    play(next(one for one in open_tables(event) if 1 not in numbers(one)))
    event = advanced(event)
    first.refresh_from_db()
    assert (first.status, first.slots.get(entry__number=1).place) == ("walkover", 3)
    assert document_check.check(document_of(play_to_the_end(event))) == []


def test_a_table_that_was_called_off_is_a_walkover_once_somebody_leaves():
    event = started(4, format="elimination", options=PAIRS, settings={})
    semifinal = next(one for one in open_tables(event) if 1 in numbers(one))
    event = act(event, Act.CALL_OFF, **where(semifinal))
    entry_leave(tournament_id=event.pk, by=player_of(event, 1))
    event = play_round(advanced(event))
    semifinal.refresh_from_db()
    assert (semifinal.status, semifinal.by, places(semifinal)) == ("walkover", "walkover", {4: 1, 1: 2})
    assert document_check.check(document_of(play_to_the_end(event))) == []


def test_nobody_meets_themselves_after_drops_and_a_reload():
    """tournament-organizer #10, in a double elimination with its second final."""
    event = started(8, format="double-elimination", options=PAIRS, settings={})
    dropped = 0
    for _ in range(20):
        if event.is_over:
            break
        for table in open_tables(event):
            play(table, order=sorted(numbers(table), reverse=True))
        event = advanced(event)
        for table in Table.objects.filter(stage__tournament=event):
            assert len(numbers(table)) == len(set(numbers(table)))
        if dropped < 3 and not event.is_over:
            dropped += 1
            entry_leave(tournament_id=event.pk, by=player_of(event, dropped))
            event = advanced(event)
    assert event.status == "finished"
    assert document_check.check(document_of(event)) == []


def test_the_stage_ends_when_nobody_is_left_and_the_log_says_so():
    event = started(8, format="swiss-elimination", settings={"rounds": 3, "advance": 4})
    for number in range(3, 9):
        entry_leave(tournament_id=event.pk, by=player_of(event, number))
    event = play_to_the_end(event)
    document = document_of(event)
    assert [one["status"] for one in document["stages"]] == ["finished", "finished"]
    assert len(document["stages"][0]["rounds"]) == 1
    assert sorted(line["entry"] for line in document["ranking"]) == list(range(1, 9))
    assert LogLine.objects.filter(tournament=event, act="finish-stage").count() == 2


def test_a_table_that_everyone_but_one_has_left_before_it_opened_is_won_without_a_match():
    event = started(8, automatic=False)
    event = act(act(event, Act.PAUSE), Act.PUBLISH)
    first = tables(event, round__number=1)[0]
    stays, *leave = numbers(first)
    for number in leave:
        entry_leave(tournament_id=event.pk, by=player_of(event, number))
    event = act(event, Act.RESUME)
    first.refresh_from_db()
    assert (first.status, first.by, first.match) == ("finished", "forfeit", None)
    assert places(first) == {stays: 1, **dict.fromkeys(leave, 2)}
    event = play_to_the_end(act(play_round(event), Act.PUBLISH))
    assert document_check.check(document_of(event)) == []
