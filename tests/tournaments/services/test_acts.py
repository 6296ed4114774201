"""Acts of organisers: each with its effect, its line in the log and its notices; refused where it does not belong."""

from datetime import timedelta

import pytest

from games.models import Match
from games.services.sealed import tables_start
from players.refusals import NoSuchPlayer
from tests.players.builders import player
from tests.tournaments import stranger
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
from tournaments.models import LogLine, Notice, Rest, Round, Slot, Table, Tournament
from tournaments.selectors.document import document_of
from tournaments.services.acts import act_carry_out, act_request_read
from tournaments.services.membership import entry_leave, entry_sit_out
from tournaments.services.pairings import take_back

pytestmark = pytest.mark.django_db


def line(made: Tournament, what: Act) -> LogLine:
    return LogLine.objects.filter(tournament=made, act=what.value).latest("pk")


def told(code: str) -> int:
    return Notice.objects.filter(code=code).count()


def order(table) -> list[list[int]]:
    """The reverse of the seats, best first."""
    return [[number] for number in reversed(numbers(table))]


# --- Who may, when, and why ---


def refused(made, what, *, by=None, state=None, **facts) -> type:
    """By which refusal, and that nothing has changed."""
    before = fresh(made)
    facts = {"reason": "Because.", **facts}
    with pytest.raises(refusals.TournamentRefusal) as caught:
        act_carry_out(
            tournament=before,
            act=what,
            by=by or before.owner,
            state=before.state if state is None else state,
            facts=facts,
        )
    after = fresh(made)
    assert (after.state, after.version, after.status) == (before.state, before.version, before.status)
    return caught.type


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
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document_of(play_to_the_end(made))) == []


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
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document_of(play_to_the_end(made))) == []


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
    assert stranger.check(document_of(play_to_the_end(made))) == []


def test_a_match_that_has_just_begun_is_not_taken_back():
    """The organiser waits for the lock that those hold who begin the tables."""
    made = started(8, lead_seconds=60)
    wanted = act_request_read(made, Act.TAKE_BACK, made.owner, made.state, {"reason": "Too soon."})
    Table.objects.filter(stage__tournament=made).update(starts_at=soon(seconds=-1))
    made = advanced(made)
    with pytest.raises(refusals.NotNow):
        take_back(wanted)
    assert fresh(made).automatic


def play_begin(made) -> None:
    """The cards are dealt, with everybody there."""
    tables_start({one.match_id: frozenset(range(6)) for one in open_tables(made)})


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
    assert stranger.check(document_of(play_to_the_end(act(play_round(made), Act.PUBLISH)))) == []


def test_a_draft_is_paired_anew_from_standings_that_were_corrected():
    made = play_round(act(started(8, settings={"rounds": 3}, automatic=False), Act.PUBLISH))
    draft, first = newest_round(made), tables(made, round__number=1)[0]
    made = act(made, Act.CORRECT_RESULT, places=order(first), **where(first))
    assert newest_round(made).number == draft.number
    assert newest_round(made).pk != draft.pk
    made = play_to_the_end(act(play_round(act(made, Act.PUBLISH)), Act.PUBLISH))
    assert stranger.check(document_of(made)) == []


def test_a_swap_in_the_draft_of_a_bracket():
    made = started(8, format="elimination", settings={}, automatic=False)
    one, other = tables(made, round__number=1)
    mine, theirs = numbers(one)[0], numbers(other)[0]
    made = act(made, Act.SWAP, entry=mine, other=theirs)
    one, other = tables(made, round__number=1)
    assert theirs in numbers(one)
    assert mine in numbers(other)
    made = play_to_the_end(act(made, Act.PUBLISH))
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document_of(play_to_the_end(made))) == []


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
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document) == []


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
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document_of(made)) == []


def test_a_table_before_the_final_is_called_off_and_played_again():
    made = bracket_of_two_semifinals()
    one, other = open_tables(made)
    play(other)
    made = act(made, Act.CALL_OFF, **where(one))
    assert made.problem == "bracket"
    made = act(made, Act.REPLAY, **where(one))
    assert len(open_tables(made)) == 1
    made = play_to_the_end(made)
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document_of(play_to_the_end(made))) == []


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
    assert stranger.check(document_of(play_to_the_end(made))) == []


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


# --- Stages and the end ---


def test_a_stage_ends_before_its_last_round():
    made = play_round(started(8, format="swiss-elimination", settings={"rounds": 5, "advance": 4}, break_minutes=30))
    made = act(made, Act.NEXT_STAGE)
    assert [stage.status for stage in made.stages.all()] == ["finished", "running"]
    assert len(open_tables(made)) == 1
    made = play_to_the_end(made)
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document_of(made)) == []


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
    assert stranger.check(document) == []


@pytest.mark.parametrize("format_name", ["swiss", "round-robin", "elimination"])
def test_finished_before_the_first_round_everyone_is_ranked_by_their_seeds(format_name):
    made = started(8, format=format_name, settings={}, automatic=False)
    made = act(made, Act.FINISH)
    assert ranking(made) == {number: number for number in range(1, 9)}
    assert stranger.check(document_of(made)) == []


def test_a_stage_that_is_not_played_ends_and_says_so():
    """sendou.ink #1987, #2536: finished after the first stage, the final never begins."""
    made = started(8, format="swiss-elimination", settings={"rounds": 1, "advance": 4}, automatic=False)
    made = play_round(act(made, Act.PUBLISH))
    made = act(made, Act.FINISH)
    document = document_of(made)
    assert [one["status"] for one in document["stages"]] == ["finished", "finished"]
    assert LogLine.objects.filter(tournament=made, act="finish-stage", facts__played=False).count() == 1
    assert ranking(made)[1] in (1, 2)  # the winners of the two tables have met the same
    assert stranger.check(document) == []
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
