"""Acts on entries: effect, line in the log and notices of each; and that who plays does not rule on the own table."""

from datetime import timedelta

import pytest

from games.models import Match
from players.refusals import NoSuchPlayer
from tests.players.builders import player
from tests.tournaments import document_check
from tests.tournaments.services.acts import order, play_begin, refused, told
from tests.tournaments.services.events import (
    PAIRS,
    act,
    advanced,
    enter,
    entry,
    event,
    fresh,
    newest_round,
    numbers,
    open_tables,
    places,
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
from tournaments.director.acts import Act
from tournaments.models import Notice, Rest, Round, Table, Tournament
from tournaments.selectors.document import document_of
from tournaments.services.acts import act_request_read
from tournaments.services.membership import entry_leave, entry_sit_out
from tournaments.services.pairings import take_back

pytestmark = pytest.mark.django_db

# --- Who may, when, and why ---


def test_who_plays_does_not_rule_on_the_own_table():
    owner = player()
    made = event(7, owner=owner)
    enter(made, owner)
    made = act(made, Act.START)
    own = next(one for one in tables(made) if 8 in numbers(one))
    other = next(one for one in tables(made) if 8 not in numbers(one))
    for what in (Act.ENTER_RESULT, Act.CALL_OFF, Act.REPLAY, Act.FORFEIT):
        assert refused(made, what, entry=numbers(own)[0], places=order(own), **where(own)) is refusals.OwnTable
    rival = next(number for number in numbers(own) if number != 8)
    assert refused(made, Act.DISQUALIFY, entry=rival) is refusals.OwnTable
    act(made, Act.ENTER_RESULT, places=order(other), **where(other))


ABOUT_ENTRIES = (Act.SIT_OUT, Act.DROP, Act.DISQUALIFY, Act.SUBSTITUTE)


def owner_plays(others: int, **fields) -> Tournament:
    """The owner has entered last, by the number after the others'."""
    owner = player()
    made = event(others, owner=owner, **fields)
    enter(made, owner)
    return act(made, Act.START)


def table_with(made, number: int):
    return next(one for one in tables(made) if number in numbers(one))


def own_and_other(made, own: int) -> tuple[Table, int, int]:
    """The owner's table in the first round, somebody beside them, and somebody at another table."""
    table = table_with(made, own)
    beside = next(number for number in numbers(table) if number != own)
    elsewhere = next(number for number in range(1, own) if number not in numbers(table))
    return table, beside, elsewhere


@pytest.mark.parametrize("what", ABOUT_ENTRIES)
def test_who_plays_does_not_rule_on_themselves_or_on_who_sits_beside_them(what):
    made = owner_plays(7, settings={"rounds": 3})
    table, beside, elsewhere = own_and_other(made, 8)
    for number in (8, beside):
        assert refused(made, what, entry=number, player=player().name) is refusals.OwnTable
    act(made, what, entry=elsewhere, player=player().name)
    assert table.slots.filter(forfeited=True).count() == 0


def test_who_was_substituted_out_does_not_rule_on_the_table_that_was_theirs():
    """Neither by their own substitution nor by that of an administrator, while it is played and afterwards."""
    made, friend, steward = owner_plays(7, settings={"rounds": 3}), player(), player(is_superuser=True)
    table, beside, _ = own_and_other(made, 8)
    assert refused(made, Act.SUBSTITUTE, entry=8, player=friend.name) is refusals.OwnTable
    made = act(made, Act.SUBSTITUTE, by=steward, entry=8, player=friend.name)
    assert player_of(made, 8) == friend
    assert refused(made, Act.ENTER_RESULT, places=order(table), **where(table)) is refusals.OwnTable
    assert refused(made, Act.DISQUALIFY, entry=beside) is refusals.OwnTable
    made = play_round(made)
    assert refused(made, Act.CORRECT_RESULT, places=order(table), **where(table)) is refusals.OwnTable
    act(made, Act.CORRECT_RESULT, by=steward, places=order(table), **where(table))


def test_who_came_in_as_a_substitute_does_not_rule_on_tables_of_the_entry():
    made = started(8, settings={"rounds": 3})
    table = table_with(made, 1)
    made = act(made, Act.SUBSTITUTE, entry=1, player=made.owner.name)
    assert refused(made, Act.CALL_OFF, **where(table)) is refusals.OwnTable


@pytest.mark.parametrize("format_name", ["swiss", "elimination"])
def test_who_plays_does_not_clear_the_own_way_in_a_draft(format_name):
    made = owner_plays(11, format=format_name, settings={}, automatic=False)
    _, beside, elsewhere = own_and_other(made, 12)
    assert table_with(made, 12).round.status == "draft"
    for what in ABOUT_ENTRIES:
        assert refused(made, what, entry=beside, player=player().name) is refusals.OwnTable
    made = act(made, Act.DROP, entry=elsewhere)
    act(made, Act.REINSTATE, entry=elsewhere)


def test_who_plays_does_not_bring_back_whom_they_would_meet():
    made = owner_plays(11, format="elimination", settings={}, automatic=False)
    _, beside, _ = own_and_other(made, 12)
    made = act(made, Act.DROP, by=player(is_superuser=True), entry=beside)
    assert refused(made, Act.REINSTATE, entry=beside) is refusals.OwnTable


def test_who_plays_swaps_others_only():
    made = owner_plays(11, automatic=False)
    own, beside, _ = own_and_other(made, 12)
    one, other = (numbers(table)[0] for table in tables(made) if table != own)
    for pair in ((12, one), (one, 12), (beside, one), (one, beside)):
        assert refused(made, Act.SWAP, entry=pair[0], other=pair[1]) is refusals.OwnTable
    act(made, Act.SWAP, entry=one, other=other)


@pytest.mark.parametrize("format_name", ["swiss", "round-robin"])
def test_once_the_own_table_is_decided_its_entries_are_ruled_on_again(format_name):
    """Those whom one has still to meet by a schedule too: what lies ahead is planned, not paired."""
    made = owner_plays(7, format=format_name, settings={}, break_minutes=30)
    table, beside, elsewhere = own_and_other(made, 8)
    assert refused(made, Act.SIT_OUT, entry=beside) is refusals.OwnTable
    made = play_round(made)
    assert newest_round(made).status == "finished"
    for number in (beside, elsewhere):
        made = act(made, Act.SIT_OUT, entry=number)
    assert refused(made, Act.SIT_OUT, entry=8) is refusals.OwnTable
    assert refused(made, Act.CORRECT_RESULT, places=order(table), **where(table)) is refusals.OwnTable


def test_the_players_own_buttons_are_theirs_also_where_they_organise():
    made = owner_plays(7, settings={"rounds": 3})
    for sits_out in (True, False):
        assert entry_sit_out(tournament_id=made.pk, by=made.owner, sits_out=sits_out).sits_out == sits_out
    assert entry_leave(tournament_id=made.pk, by=made.owner).status == "dropped"


def test_an_administrator_who_plays_is_a_player_there():
    steward = player(is_superuser=True)
    made = event(7)
    enter(made, steward)
    made = act(made, Act.START)
    _, beside, elsewhere = own_and_other(made, 8)
    assert refused(made, Act.DROP, by=steward, entry=beside) is refusals.OwnTable
    act(made, Act.DROP, by=steward, entry=elsewhere)
    act(made, Act.DROP, by=player(is_superuser=True), entry=beside)


# --- Before the start ---


def test_add_entry():
    made, newcomer = event(4, owner=staff()), player()
    act(made, Act.ADD_ENTRY, player=newcomer.name)
    assert entry(made, 5).status == "in"
    assert Notice.objects.get(player=newcomer).code == "in"
    assert refused(made, Act.ADD_ENTRY, player=newcomer.name) is refusals.PlayerEntered
    with pytest.raises(NoSuchPlayer):
        act(made, Act.ADD_ENTRY, player="Nobody at all")


def test_add_entry_while_it_runs():
    made, newcomer = started(8, settings={"rounds": 3}, owner=staff()), player()
    made = act(made, Act.ADD_ENTRY, player=newcomer.name)
    assert (entry(made, 9).seed, entry(made, 9).joined_round) == (9, 2)
    made = play_to_the_end(made)
    assert ranking(made)[9] is not None
    assert document_check.check(document_of(made)) == []


def test_who_is_added_during_check_in_is_there():
    made = advanced(event(4, starts_at=soon(minutes=5), check_in_minutes=10, owner=staff()))
    made = act(made, Act.ADD_ENTRY, player=player().name)
    assert entry(made, 5).checked_in_at is not None


def test_drop_before_the_start_gives_the_place_to_the_line():
    made = event(4, places=4)
    enter(made)
    made = act(made, Act.DROP, entry=1)
    assert [entry(made, number).status for number in (1, 5)] == ["withdrawn", "in"]
    assert (told("withdrawn"), told("promoted")) == (1, 1)


# --- Entries while it runs ---


def test_sit_out_and_return():
    made = act(started(9, settings={"rounds": 3}), Act.SIT_OUT, entry=1)
    assert refused(made, Act.SIT_OUT, entry=1) is refusals.NothingChanges
    made = act(made, Act.RETURN, entry=1)
    assert refused(made, Act.RETURN, entry=1) is refusals.NothingChanges
    made = play_round(made)
    assert not Rest.objects.filter(round=newest_round(made)).exists()


def test_who_sits_out_does_so_for_one_round():
    made = play_round(act(started(9, settings={"rounds": 3}), Act.SIT_OUT, entry=1))
    assert Rest.objects.get(round=newest_round(made)).entry.number == 1
    assert entry(made, 1).sits_out
    made = play_round(made)
    assert not entry(made, 1).sits_out
    assert 1 in [number for table in open_tables(made) for number in numbers(table)]
    assert document_check.check(document_of(play_to_the_end(made))) == []


def test_with_too_few_for_a_table_it_waits_for_those_who_sit_out():
    made = started(4, settings={"rounds": 3})
    for number in (1, 2):
        made = act(made, Act.SIT_OUT, entry=number)
    made = play_round(made)
    assert (made.status, newest_round(made).number) == ("running", 1)
    assert made.wake_at == newest_round(made).finished_at + timedelta(minutes=15)
    made = act(made, Act.RETURN, entry=2)
    assert [sorted(numbers(table)) for table in open_tables(made)] == [[2, 3, 4]]


def test_it_ends_where_it_stands_if_they_do_not_come_back():
    made = started(4, settings={"rounds": 3})
    for number in (1, 2):
        made = act(made, Act.SIT_OUT, entry=number)
    made = play_round(made)
    Round.objects.update(finished_at=soon(minutes=-15))
    made = advanced(made)
    assert (made.status, ranking(made)) == ("finished", {1: 1, 2: 2, 3: 3, 4: 4})


@pytest.mark.parametrize("kind", ["swiss", "round-robin"])
def test_who_sits_out_or_drops_while_a_draft_waits_is_not_in_it(kind):
    made = started(7, format=kind, settings={}, automatic=False)
    seated = [number for table in tables(made, round__number=1) for number in numbers(table)]
    seen = made.state
    made = act(made, Act.SIT_OUT, entry=seated[0])
    made = act(made, Act.DROP, entry=seated[1])
    assert refused(made, Act.PUBLISH, state=seen) is refusals.Stale
    made = act(made, Act.PUBLISH)
    at_tables = [number for table in open_tables(made) for number in numbers(table)]
    rests = list(Rest.objects.filter(round__number=1).values_list("entry__number", "kind"))
    assert sorted([*at_tables, *(number for number, _ in rests)]) == sorted({*range(1, 8)} - {seated[1]})
    assert (seated[0], "absent") in rests
    assert all(len(numbers(table)) > 1 for table in open_tables(made))
    assert document_check.check(document_of(made)) == []


def test_drop_and_reinstate():
    made = act(started(9, settings={"rounds": 3}), Act.DROP, entry=1)
    assert entry(made, 1).status == "dropped"
    assert told("dropped") == 1
    made = act(made, Act.REINSTATE, entry=1)
    assert (entry(made, 1).status, entry(made, 1).left_round) == ("in", None)
    assert told("reinstated") == 1
    assert refused(made, Act.REINSTATE, entry=1) is refusals.NotNow


def test_the_leader_is_disqualified_before_the_cut():
    made = started(8, format="swiss-elimination", settings={"rounds": 1, "advance": 4}, automatic=False)
    made = act(made, Act.PUBLISH)
    made = play_round(made)
    assert points(made, 1)[1] == "1"
    assert made.stages.get(number=1).status == "finished"
    made = act(made, Act.DISQUALIFY, entry=1)
    made = act(made, Act.NEXT_STAGE)
    assert 1 not in [number for table in tables(made) for number in numbers(table)]
    made = play_to_the_end(act(made, Act.PUBLISH))
    assert ranking(made)[1] is None
    assert document_of(made)["ranking"][-1] == {"entry": 1, "place": None}
    assert told("disqualified") == 1


def test_a_disqualified_entry_is_last_at_its_table():
    made = started(8)
    table = next(one for one in open_tables(made) if 1 in numbers(one))
    play_begin(made)
    made = act(made, Act.DISQUALIFY, entry=1)
    assert table.slots.get(entry__number=1).forfeited
    made = play_round(made)
    assert places(table)[1] == 4
    made = play_to_the_end(made)
    assert document_check.check(document_of(made)) == []


@pytest.mark.parametrize("what", [Act.DISQUALIFY, Act.FORFEIT])
def test_who_is_put_last_before_the_cards_does_not_play(what):
    """The table is laid anew for the others, and begins at the time that was published."""
    made = started(8, lead_seconds=60)
    table = next(one for one in open_tables(made) if 1 in numbers(one))
    where_it_is = where(table) if what == Act.FORFEIT else {}
    made = act(made, what, entry=1, **where_it_is)
    laid = next(one for one in open_tables(made) if one.pk == table.pk)
    assert Match.objects.get(pk=table.match_id).status == "closed"
    assert laid.match_id != table.match_id
    assert laid.starts_at == table.starts_at
    assert not laid.match.seats.filter(player=player_of(made, 1)).exists()
    made = play_round(made)
    laid.refresh_from_db()
    assert places(laid)[1] == 4
    assert document_check.check(document_of(play_to_the_end(made))) == []


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize("what", [Act.DISQUALIFY, Act.FORFEIT])
def test_of_two_the_other_has_won_at_once(what, begun):
    made = started(4, options=PAIRS, format="elimination", settings={}, lead_seconds=60)
    table = open_tables(made)[0]
    one, other = numbers(table)
    if begun:
        play_begin(made)
    where_it_is = where(table) if what == Act.FORFEIT else {}
    made = act(made, what, entry=one, **where_it_is)
    table.refresh_from_db()
    assert (table.status, places(table)) == ("finished", {one: 2, other: 1})
    assert document_check.check(document_of(play_to_the_end(made))) == []


def test_a_match_that_has_just_begun_is_not_taken_back():
    """The organiser waits for the lock that those hold who begin the tables."""
    made = started(8, lead_seconds=60)
    wanted = act_request_read(made, Act.TAKE_BACK, made.owner, made.state, {"reason": "Too soon."})
    Table.objects.filter(stage__tournament=made).update(starts_at=soon(seconds=-1))
    made = advanced(made)
    with pytest.raises(refusals.NotNow):
        take_back(wanted)
    assert fresh(made).automatic


def test_substitute_and_back_again():
    made, newcomer = event(4), player()
    former = player_of(made, 1)
    made = act(made, Act.SUBSTITUTE, entry=1, player=newcomer.name)
    assert player_of(made, 1) == newcomer
    assert told("substituted") == 2
    assert refused(made, Act.SUBSTITUTE, entry=1, player=newcomer.name) is refusals.PlayerEntered
    assert refused(made, Act.SUBSTITUTE, entry=1, player=player_of(made, 2).name) is refusals.PlayerEntered
    made = act(made, Act.SUBSTITUTE, entry=1, player=former.name)
    assert player_of(made, 1) == former
    assert list(entry(made, 1).players.order_by("pk").values_list("replaced", flat=True)) == [False, True]


def test_a_partner_cannot_be_substituted_by_the_other():
    made = event(2, options=PAIRS)
    captain = player_of(made, 1)
    assert refused(made, Act.SUBSTITUTE, entry=1, player=captain.name) is refusals.PlayerEntered
    assert entry(made, 1).players.filter(active=True).count() == 2
