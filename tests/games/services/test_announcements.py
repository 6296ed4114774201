"""What crosses the bus, as it is written and read; and that whoever calls a service need not tell anybody."""

import json
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from games.engine.clock import By
from games.engine.game import Seat
from games.engine.running import Move
from games.models import Match
from games.services import leaving, tables
from games.services.announcements import About, News, Shown, channel_of, read, written
from games.services.clocks import match_advance
from games.services.rematches import table_rematch
from tests.games.builders import bot_table, people, playing_table, waiting_table
from tests.games.playing import play_to_the_end, run_out
from tests.players.builders import player

MOVE = Move(3, Seat(1), "play A1", By.CLOCK, 1_700_000_000_000, 1500, "")
SHOWN = Shown('"turn":2},"view":{"round":3', standing='"scores":["a guess"]', told=0, deadline=4)


def test_what_is_written_can_be_read():
    news = [News(About.MOVES, 7, MOVE, SHOWN), News(About.MOVES, 7, MOVE), News(About.MOVES, 8), News(About.TABLE, 9)]
    assert read(written(news, "me")) == news


def test_what_another_version_says_is_left_out_or_looked_up():
    earlier, later = b'["m",8,1,2,3,4,5,6,7,8,9]', b'["m",8,1,2,3,4,5,6,7,8,9,10,11,12,13]'
    assert read(b'["me",["?",7],' + earlier + b"," + later + b"]") == [News(About.MOVES, 8), News(About.MOVES, 8)]
    assert read(b'["me",["m",8,1,2,"play A1","somebody new",5,6,"7"]]') == []


def test_a_move_is_taken_also_where_what_it_shows_is_missing():
    move = [*MOVE[:3], MOVE.by.value, *MOVE[4:]]
    texts, middle = SHOWN.text + SHOWN.standing, len(SHOWN.text)
    said = json.dumps(["me", ["m", 7, *move, 0, middle, len(texts), SHOWN.told, SHOWN.deadline]]).encode()
    assert read(said) == [News(About.MOVES, 7, MOVE)]
    assert read(b"\n".join([said, texts.encode()])) == [News(About.MOVES, 7, MOVE, SHOWN)]


def test_two_sites_on_one_server_do_not_hear_each_other():
    channels = {channel_of(f"redis://:x@127.0.0.1:6379/{database}") for database in ("", "1", "2")}
    assert len(channels) == 3


# --- Services tell by themselves ---


@pytest.mark.django_db(transaction=True)
def test_whatever_changes_a_waiting_table_is_announced_once(announced):
    ada, bea, cleo = people(3)
    match = waiting_table("solo-3", ada)
    table = [[News(About.TABLE, match.pk)]]
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
    assert announced() == [[News(About.TABLE, match.pk)]]
    run_out(match)
    assert match_advance(match.pk)
    assert announced() == [[News(About.MOVES, match.pk)]]


@pytest.mark.django_db(transaction=True)
def test_a_rematch_is_announced_at_the_old_table_and_at_the_new_one(announced):
    ada, bea, cleo = people(3)
    match = play_to_the_end(playing_table([ada, bea, cleo], "solo-3"))
    announced()
    again = table_rematch(match=match, by=ada)
    assert {news for some in announced() for news in some} == {News(About.TABLE, one.pk) for one in (match, again)}


@pytest.mark.django_db(transaction=True)
def test_abandoned_tables_are_announced_together(announced):
    matches = [waiting_table(host=player(name)) for name in ("Ada", "Bea")]
    Match.objects.update(created_at=timezone.now() - timedelta(hours=3))
    announced()
    leaving.tables_close_abandoned()
    (told,) = announced()
    assert set(told) == {News(About.TABLE, match.pk) for match in matches}


@pytest.mark.django_db(transaction=True)
def test_what_is_taken_back_is_not_announced(announced):
    ada = player("Ada")
    with transaction.atomic():
        waiting_table(host=ada)
        transaction.set_rollback(True)
    assert announced() == []
