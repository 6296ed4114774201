"""Playing again with the same people."""

import pytest

from games.models import Match, Seat
from games.refusals import NotFinished, NotHost, NotSeated, RematchBegun, RematchFull, SeatKept
from games.services.leaving import table_free_seat, table_leave
from games.services.rematches import table_rematch
from games.services.tables import table_ready, table_seat_bot, table_sit
from players.services.players import player_leave
from tests.games.builders import bot_table, people, playing_table, sitting
from tests.games.playing import play_to_the_end
from tests.players.builders import player, team
from tests.players.together import together

pytestmark = pytest.mark.django_db(transaction=True)


def kept(match: Match) -> list[str]:
    chairs = Seat.objects.filter(match=match).select_related("kept_for")
    return [chair.kept_for.name if chair.kept_for else "" for chair in chairs]


def played(mode: str = "solo-3", **settings):
    players = people(int(mode[-1]))
    return players, play_to_the_end(playing_table(players, mode, **settings))


def test_a_rematch_is_one_table_whoever_asks_first():
    players = people(3)
    match = playing_table(players, "solo-3")
    with pytest.raises(NotFinished):
        table_rematch(match=match, by=players[0])
    finished = play_to_the_end(match)
    again = table_rematch(match=finished, by=players[1])
    assert sitting(again) == ["", "", players[1].name]
    assert table_rematch(match=finished, by=players[0]) == again
    assert table_rematch(match=finished, by=players[0]) == again
    assert sitting(again) == ["", players[0].name, players[1].name]
    assert again.commitment != finished.commitment
    with pytest.raises(NotSeated):
        table_rematch(match=finished, by=player("Stranger"))


def test_two_who_ask_at_once_come_to_the_same_table():
    players, finished = played()
    outcomes = together(*(lambda one=one: table_rematch(match=finished, by=one) for one in players[:2]))
    assert len(set(outcomes)) == 1
    assert Match.objects.filter(rematch_of=finished).count() == 1


def test_bots_come_along_to_a_rematch():
    host = player("Ada")
    finished = play_to_the_end(bot_table(host, "solo-3"))
    again = table_rematch(match=finished, by=host)
    assert [seat.bot for seat in again.seats.all()] == ["novice", "", "novice"]


def test_chairs_are_kept_for_those_who_played_until_they_come():
    (ada, bea, cleo), finished = played()
    again = table_rematch(match=finished, by=ada)
    assert kept(again) == ["PlayerC", "", "PlayerB"]
    with pytest.raises(SeatKept):
        table_sit(match=again, player=player("Stranger"), number=0)
    with pytest.raises(SeatKept):
        table_sit(match=again, player=ada, number=0)
    table_rematch(match=finished, by=bea)
    table_rematch(match=finished, by=cleo)
    assert (kept(again), sitting(again)) == (["", "", ""], ["PlayerC", "PlayerA", "PlayerB"])


def test_the_host_gives_a_chair_away_and_whoever_comes_too_late_is_told():
    (ada, bea, cleo), finished = played()
    again = table_rematch(match=finished, by=ada)
    with pytest.raises(NotHost):
        table_free_seat(match=again, by=bea, number=2)
    table_free_seat(match=again, by=ada, number=2)
    stranger = player("Stranger")
    table_sit(match=again, player=stranger, number=2)
    with pytest.raises(RematchFull):
        table_rematch(match=finished, by=bea)
    table_rematch(match=finished, by=cleo)
    for one in (ada, stranger, cleo):
        table_ready(match=again, player=one)
    with pytest.raises(RematchBegun):
        table_rematch(match=finished, by=bea)
    assert table_rematch(match=finished, by=cleo) == again


def test_a_bot_can_take_the_place_of_somebody_who_does_not_come():
    (ada, _, cleo), finished = played()
    again = table_rematch(match=finished, by=ada)
    table_seat_bot(match=again, by=ada, number=2, level="expert")
    assert kept(again) == [cleo.name, "", ""]


def test_a_rematch_that_was_closed_makes_way_for_another():
    (ada, bea, _), finished = played()
    first = table_rematch(match=finished, by=ada)
    assert table_leave(match=first, player=ada).status == "closed"
    second = table_rematch(match=finished, by=bea)
    assert second != first
    assert (second.status, second.host) == ("waiting", bea)


def test_somebody_who_was_there_may_come_again_though_the_new_host_is_in_none_of_their_teams():
    ada, bea, cleo = people(3)
    team(captain=ada, partner=bea)
    team(captain=ada, partner=cleo)
    finished = play_to_the_end(playing_table([ada, bea, cleo], "solo-3", joining="team"))
    again = table_rematch(match=finished, by=bea)
    assert table_rematch(match=finished, by=cleo) == again
    assert "PlayerC" in sitting(again)


def test_no_chair_is_kept_for_a_former_player():
    (ada, bea, cleo), finished = played()
    player_leave(player=bea)
    again = table_rematch(match=finished, by=ada)
    assert kept(again) == ["PlayerC", "", ""]
    player_leave(player=cleo)
    assert kept(again) == ["", "", ""]
