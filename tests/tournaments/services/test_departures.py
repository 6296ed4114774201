"""Accounts that are deleted or banned, before an event and in the middle of it; and what is kept of a person."""

import pytest

from players.selectors import player_data_all
from players.services.players import player_leave
from tests.players.builders import player, team
from tests.tournaments import stranger
from tests.tournaments.services.events import (
    PAIRS,
    act,
    advanced,
    enter,
    entry,
    event,
    numbers,
    open_tables,
    play,
    play_round,
    play_to_the_end,
    player_of,
    started,
    tables,
)
from tournaments.director.acts import Act
from tournaments.models import InvitedPlayer, LogLine, Notice
from tournaments.refusals import NothingToAgree
from tournaments.selectors.document import document_of
from tournaments.services.calls import call_make
from tournaments.services.entries import entry_agree, entry_register
from tournaments.services.notices import mail_choose

pytestmark = pytest.mark.django_db


def test_deleted_before_the_start_is_withdrawn_and_the_line_moves_up():
    made = event(3, places=3)
    enter(made)
    player_leave(player=player_of(made, 1))
    assert [entry(made, number).status for number in (1, 4)] == ["withdrawn", "in"]
    assert entry(made, 1).name == ""
    assert LogLine.objects.filter(tournament=made, act="withdraw", reason="account deleted").count() == 1


def test_deleted_in_mid_event_has_dropped_and_is_nobody_s_name_any_more():
    made = started(8)
    leaving = player_of(made, 1)
    name = leaving.name
    made = play_round(made)
    table = next(one for one in open_tables(made) if 1 in numbers(one))
    player_leave(player=leaving)
    assert entry(made, 1).status == "dropped"
    document = document_of(made)
    assert name not in str(document)
    assert document["entries"][0]["name"] == "a former player"
    play(table)
    made = play_to_the_end(advanced(made))
    assert made.status == "finished"
    assert stranger.check(document_of(made)) == []


def test_deleted_while_the_partner_is_asked_to_come_late_the_team_has_dropped():
    made = started(6, options=PAIRS, settings={"rounds": 4}, late_entry_rounds=3)
    ada, bo = player(), player()
    entry_register(tournament_id=made.pk, by=ada, team=team(captain=ada, partner=bo))
    player_leave(player=ada)
    assert entry(made, 7).status == "dropped"
    with pytest.raises(NothingToAgree):
        entry_agree(tournament_id=made.pk, by=bo)


def test_deleted_in_the_middle_of_a_bracket():
    made = started(8, format="elimination", settings={})
    table = open_tables(made)[0]
    leaving = min(numbers(table))
    player_leave(player=player_of(made, leaving))
    assert leaving in numbers(table)  # the table is played on, with a bot in that chair
    made = play_to_the_end(made)
    assert (entry(made, leaving).status, made.status) == ("dropped", "finished")
    assert stranger.check(document_of(made)) == []


def test_deleted_from_a_team_the_other_is_told():
    made = event(2, options=PAIRS)
    leaving = player_of(made, 1)
    partner = entry(made, 1).players.exclude(player=leaving).get().player
    made = act(made, Act.START)
    player_leave(player=leaving)
    assert entry(made, 1).status == "dropped"
    assert Notice.objects.filter(player=partner).latest("pk").code == "dropped"


def test_the_name_of_somebody_who_was_substituted_is_forgotten_too():
    made, newcomer = event(4), player()
    former = player_of(made, 1)
    made = act(made, Act.SUBSTITUTE, entry=1, player=newcomer.name)
    player_leave(player=former)
    assert entry(made, 1).name == newcomer.name
    assert entry(made, 1).status == "in"


def test_a_former_player_is_no_organiser_and_has_no_notices():
    made, one = event(4), player()
    made.organisers.add(one)
    enter(made, one)
    player_leave(player=one)
    assert not made.organisers.exists()
    assert not Notice.objects.filter(player=one).exists()


def test_banned_in_mid_event_a_bot_sits_in_and_they_sit_out():
    made = started(9, settings={"rounds": 3})
    banned = player_of(made, 1)
    banned.is_active = False
    banned.save()
    made = play_round(made, missing={1})
    assert (entry(made, 1).status, entry(made, 1).sits_out) == ("in", True)
    assert 1 not in [number for table in tables(made, round__number=2) for number in numbers(table)]
    assert stranger.check(document_of(play_to_the_end(made))) == []


def test_an_owner_who_leaves_does_not_stop_the_event():
    made = started(8)
    player_leave(player=made.owner)
    assert play_to_the_end(made).status == "finished"


def test_what_is_kept_of_a_person_is_in_their_download():
    one, made = player(), event(3, name="Tea at Four")
    enter(made, one)
    InvitedPlayer.objects.create(tournament=made, player=one)
    mail_choose(player=one, wanted=set(Notice.Kind.values) - {"place"})
    made = act(made, Act.START)
    call_make(table=open_tables(made)[0], by=one, text="The clock is wrong.")
    own = event(0, owner=one, name="My evening")
    data = player_data_all(one)
    (mine,) = data["tournament_entries"]
    assert (mine["tournament_slug"], mine["entry_number"], mine["status"]) == ("tea-at-four", 4, "in")
    assert [notice["code"] for notice in data["tournament_notices"]] == ["in", "seated"]
    assert data["tournament_mails_turned_off"] == ["place"]
    assert data["tournament_invitations"] == ["tea-at-four"]
    assert [call["text"] for call in data["organiser_calls"]] == ["The clock is wrong."]
    assert data["tournaments_owned"] == [own.slug] == ["my-evening"]
    assert [line["act"] for line in data["tournament_acts"]] == ["enter", "call", "create"]
