"""What people cannot do at a sealed table, and what they still can."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match, Seat
from games.refusals import TableSealed, TooManyTables
from games.services import leaving, tables
from games.services.clocks import seat_return
from games.services.rematches import table_rematch
from games.services.sealed import sealed_tables_start_due
from players.models import Player
from players.services.players import player_leave
from tests.games.builders import (
    lease,
    people,
    sealed_table,
    sealed_tables,
    sitting,
    started_table,
    waiting_table,
)
from tests.games.playing import play_to_the_end
from tests.players.builders import player

pytestmark = pytest.mark.django_db(transaction=True)
SOON = timedelta(minutes=5)

ACTS: dict[str, Callable[[Match, Player], object]] = {
    "leave": lambda match, ada: leaving.table_leave(match=match, player=ada),
    "free a chair": lambda match, ada: leaving.table_free_seat(match=match, by=ada, number=1),
    "change chairs": lambda match, ada: tables.table_sit(match=match, player=ada, number=1),
    "seat a bot": lambda match, ada: tables.table_seat_bot(match=match, by=ada, number=1, level="novice"),
    "be ready": lambda match, ada: tables.table_ready(match=match, player=ada, contribution="ab"),
    "not be ready": lambda match, ada: tables.table_ready(match=match, player=ada, ready=False),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_before_the_start_nobody_changes_anything(act):
    ada, bea = people(2)
    (match,) = sealed_tables([[[ada], [], [bea]]], timezone.now() + SOON)
    with pytest.raises(TableSealed):
        act(match, ada)
    with pytest.raises(TableSealed):
        act(match, player("Stranger"))
    assert sitting(match) == ["PlayerA", "Baldo", "PlayerB"]
    assert not Seat.objects.filter(ready=True).exists()
    assert Match.objects.get().status == "waiting"


def test_there_is_no_rematch():
    players = people(3)
    match = play_to_the_end(started_table(players, 0, 1, 2))
    with pytest.raises(TableSealed):
        table_rematch(match=match, by=players[0])
    assert Match.objects.count() == 1


def test_sealed_tables_do_not_count_towards_those_that_one_may_sit_at():
    ada, bea, cleo = players = people(3)
    for _ in range(5):
        started_table(players, 0)
    sealed_tables([[[ada], [bea], [cleo]]] * 5, timezone.now() + SOON)
    for _ in range(5):
        waiting_table(host=ada)
    with pytest.raises(TooManyTables):
        waiting_table(host=ada)
    sealed_table(players)


def test_tables_that_nobody_has_come_to_yet_are_not_abandoned():
    match = sealed_table(people(3), timezone.now() + SOON)
    long_ago = timezone.now() - timedelta(days=2)
    Match.objects.filter(pk=match.pk).update(created_at=long_ago, empty_since=long_ago)
    assert leaving.tables_close_abandoned() == []
    found = Match.objects.get()
    assert (found.status, found.empty_since) == ("waiting", long_ago)


def test_a_deleted_account_stays_where_it_was_laid_and_a_bot_plays_on():
    ada, *_ = players = people(3)
    playing, waiting = started_table(players, 0, 1, 2), sealed_table(players, timezone.now() + SOON)
    player_leave(player=ada)
    assert [Match.objects.get(pk=one.pk).status for one in (playing, waiting)] == ["playing", "waiting"]
    assert sitting(waiting) == ["a former player", "PlayerB", "PlayerC"]
    assert list(Seat.objects.filter(away=True).values_list("match", "player")) == [(playing.pk, ada.pk)]


def test_a_game_can_be_left_and_whoever_was_there_was_there():
    players = people(3)
    match = started_table(players, 0)
    leaving.game_leave(match=match, player=players[0])
    # This one has never come, and gives the chair to the bot that has it already.
    leaving.game_leave(match=match, player=players[1])
    assert list(match.seats.values_list("away", "was_there")) == [(True, True), (True, False), (True, False)]
    assert seat_return(match.pk, 0)
    assert list(match.seats.values_list("away", flat=True)) == [False, True, True]


def test_whoever_is_there_before_the_start_and_gone_at_it_was_never_there():
    match = sealed_table(people(3), timezone.now() + SOON)
    lease(match, 0, seconds=-1)
    Match.objects.update(starts_at=timezone.now())
    sealed_tables_start_due()
    assert not Seat.objects.filter(was_there=True).exists()
