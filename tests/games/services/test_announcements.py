"""Announcements: what crosses the bus, and that services announce what they change by themselves."""

from datetime import timedelta
from urllib.parse import urlsplit

import msgpack
import pytest
from django.db import transaction
from django.utils import timezone

from games.engine.clock import By
from games.engine.game import Seat
from games.engine.running import Move
from games.models import Match
from games.services import leaving, tables
from games.services.announcements import ChangeKind, MatchChange, changes_in, matches_changed, merged
from games.services.clocks import match_advance
from games.services.rematches import table_rematch
from tests.games.builders import bot_table, people, playing_table, waiting_table
from tests.games.playing import play_to_the_end, run_out
from tests.players.builders import player

MOVE = Move(3, Seat(1), "play A1", By.CLOCK, 1_700_000_000_000, 1500, "")
TABLE, MOVES = ChangeKind.TABLE, ChangeKind.MOVES


def over_the_bus(message):
    """Return a message as it arrives."""
    return msgpack.unpackb(msgpack.packb(message))


def test_what_is_announced_arrives_as_it_was():
    changes = [MatchChange(MOVES, 7, MOVE), MatchChange(MOVES, 8), MatchChange(TABLE, 9)]
    message = over_the_bus(matches_changed(changes, "me"))
    assert changes_in(message) == changes
    assert (message["origin"], "probe" in message) == ("me", False)


def test_what_another_version_announces_is_ignored_or_looked_up():
    known, shorter, longer = ["moves", 8, *MOVE[:3], "clock", *MOVE[4:]], ["moves", 8, 1], ["moves", 8, *range(9)]
    stranger = ["moves", 8, *MOVE[:3], "somebody new", *MOVE[4:]]
    message = matches_changed([]) | {"changes": [["weather", 7], shorter, longer, stranger, known]}
    looked_up = MatchChange(MOVES, 8)
    assert changes_in(over_the_bus(message)) == [looked_up, looked_up, looked_up, MatchChange(MOVES, 8, MOVE)]


def test_messages_that_wait_are_merged_into_one_with_each_change_once():
    one, other = MatchChange(TABLE, 1), MatchChange(TABLE, 2)
    first = matches_changed([one, other], "me") | {"probe": 4}
    both = merged([first, matches_changed([other], "me"), matches_changed([one], "me")])
    assert changes_in(both) == [one, other]
    assert both["probe"] == 4


def test_two_sites_on_one_server_do_not_hear_each_other(settings):
    prefixes = {layer["CONFIG"]["prefix"] for layer in settings.CHANNEL_LAYERS.values()}
    number = urlsplit(settings.REDIS_URL).path.strip("/")
    assert prefixes == {f"guildhall:{number}:pages:", f"guildhall:{number}:matches:"}


# --- Services tell by themselves ---


@pytest.mark.django_db(transaction=True)
def test_whatever_changes_a_waiting_table_is_announced_once(announced):
    ada, bea, cleo = people(3)
    match = waiting_table("solo-3", ada)
    table = [[MatchChange(TABLE, match.pk)]]
    assert announced() == table
    for change in (
        lambda: tables.table_sit(match=match, player=bea, number=1),
        lambda: tables.table_seat_bot(match=match, by=ada, number=2, level="novice"),
        lambda: tables.table_ready(match=match, player=ada),
        lambda: leaving.table_free_seat(match=match, by=ada, number=1),
        lambda: tables.table_sit(match=match, player=cleo, number=1),
        lambda: leaving.table_leave(match=match, player=ada),
        lambda: tables.table_ready(match=match, player=cleo, ready=False),
        lambda: leaving.table_leave(match=match, player=cleo),
    ):
        change()
        assert announced() == table
    assert Match.objects.get().status == "closed"


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_left_and_one_that_goes_on_by_the_clock_are_announced(announced):
    ada = player("Ada")
    match = bot_table(ada)
    announced()
    leaving.game_leave(match=match, player=ada)
    assert announced() == [[MatchChange(TABLE, match.pk)]]
    run_out(match)
    assert match_advance(match.pk)
    assert announced() == [[MatchChange(MOVES, match.pk)]]


@pytest.mark.django_db(transaction=True)
def test_a_rematch_is_announced_at_the_old_table_and_at_the_new_one(announced):
    ada, bea, cleo = people(3)
    match = play_to_the_end(playing_table([ada, bea, cleo], "solo-3"))
    announced()
    again = table_rematch(match=match, by=ada)
    assert {news for some in announced() for news in some} == {MatchChange(TABLE, one.pk) for one in (match, again)}


@pytest.mark.django_db(transaction=True)
def test_abandoned_tables_are_announced_together(announced):
    matches = [waiting_table(host=player(name)) for name in ("Ada", "Bea")]
    Match.objects.update(created_at=timezone.now() - timedelta(hours=3))
    announced()
    leaving.tables_close_abandoned()
    (told,) = announced()
    assert set(told) == {MatchChange(TABLE, match.pk) for match in matches}


@pytest.mark.django_db(transaction=True)
def test_what_is_taken_back_is_not_announced(announced):
    ada = player("Ada")
    with transaction.atomic():
        waiting_table(host=ada)
        transaction.set_rollback(True)
    assert announced() == []
