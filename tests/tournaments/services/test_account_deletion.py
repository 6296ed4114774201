"""Accounts that are deleted or banned, before an event and in the middle of it; and what is kept of a person."""

import time
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection, transaction

from players.models import Player
from players.selectors import player_data_all
from players.services.players import player_leave
from tests.players.builders import player, team
from tests.tournaments import document_check
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
    staff,
    started,
    tables,
)
from tournaments.director.acts import Act
from tournaments.models import InvitedPlayer, LogLine, Notice
from tournaments.refusals import AccountClosed, NothingToAgree
from tournaments.selectors.document import document_of
from tournaments.services.calls import call_make
from tournaments.services.entries import entry_agree, entry_register
from tournaments.services.membership import entry_enter
from tournaments.services.notices import mail_choose
from tournaments.services.organisers import organisers_set

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
    assert document_check.check(document_of(made)) == []


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
    assert document_check.check(document_of(made)) == []


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
    assert document_check.check(document_of(play_to_the_end(made))) == []


# --- Leaving while something else happens ---


@pytest.mark.parametrize(
    "enter_one",
    [
        lambda made, one: entry_register(tournament_id=made.pk, by=one),
        lambda made, one: entry_enter(made, [one], None),
    ],
)
def test_an_account_that_was_deleted_a_moment_ago_is_not_entered(enter_one):
    """Whoever enters them has read the account before: the row that is locked says what it is now."""
    made, one = event(1), player()
    read_before = Player.objects.get(pk=one.pk)
    player_leave(player=one)
    with pytest.raises(AccountClosed):
        enter_one(made, read_before)
    assert made.entries.count() == 1


def test_nobody_agrees_to_play_with_somebody_who_was_banned():
    made, one, partner = event(options=PAIRS), player(), player()
    entry_register(tournament_id=made.pk, by=one, team=team(captain=one, partner=partner))
    Player.objects.filter(pk=one.pk).update(is_active=False)
    with pytest.raises(AccountClosed):
        entry_agree(tournament_id=made.pk, by=partner)


@pytest.mark.django_db(transaction=True)
def test_entering_while_the_account_is_being_deleted_is_withdrawn_with_it():
    """The deletion has looked for entries and found none; it waits for the player's row, which who enters holds."""
    made, one = event(1), player()
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Player.objects.select_for_update(no_key=True).get(pk=one.pk)
            leaving = pool.submit(leave_in_a_thread, one)
            wait_for_a_lock()
            entry_register(tournament_id=made.pk, by=one)
        leaving.result(10)
    mine = entry(made, 2)
    assert (mine.status, mine.name) == ("withdrawn", "")
    assert Player.objects.get(pk=one.pk).is_gone


def leave_in_a_thread(one: Player) -> None:
    try:
        player_leave(player=one)
    finally:
        connection.close()


def wait_for_a_lock() -> None:
    """Until somebody waits for what this transaction holds."""
    for _ in range(500):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
        time.sleep(0.01)
    raise AssertionError("nobody waits")


# --- What is kept ---


def test_the_log_keeps_no_name_of_whoever_deletes_their_account():
    made, added, newcomer, helper, guest = event(2, owner=staff()), player(), player(), player(), player()
    former = player_of(made, 1)
    act(made, Act.ADD_ENTRY, player=added.name)
    act(made, Act.SUBSTITUTE, entry=1, player=newcomer.name, former=former.name)
    organisers_set(tournament_id=made.pk, by=made.owner, organisers=[helper], invited=[guest])
    everyone = [added, former, newcomer, helper, guest]
    logged = str(list(LogLine.objects.filter(tournament=made).values_list("facts", flat=True)))
    assert not [one.name for one in everyone if one.name in logged]
    line = LogLine.objects.get(tournament=made, act="substitute")
    assert (line.facts["player"], line.facts["former"]) == (newcomer.pk, former.pk)
    changed = LogLine.objects.get(tournament=made, act="change").facts
    assert changed["after"] == {"organisers": [helper.pk], "invited": [guest.pk]}


def test_names_in_older_lines_of_the_log_become_numbers():
    made, one = event(1), player()
    for name, facts in (
        ("substitute", {"entry": 1, "player": one.name.upper()}),
        ("add-entry", {"entry": 1, "player": one.name}),
        ("drop", {"entry": 1, "player": ""}),
        ("change", {"before": {"organisers": [], "invited": ["#9"]}, "after": {"organisers": [one.name]}}),
    ):
        LogLine.objects.create(tournament=made, act=name, facts=facts, state=1)
    import_module("tournaments.migrations.0002_log_names_to_numbers").names_to_numbers(apps, None)
    assert list(LogLine.objects.filter(state=1).order_by("pk").values_list("facts", flat=True)) == [
        {"entry": 1, "player": one.pk},
        {"entry": 1},
        {"entry": 1},
        {"before": {"organisers": [], "invited": []}, "after": {"organisers": [one.pk]}},
    ]


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
