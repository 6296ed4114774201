"""A table before the cards are dealt."""

import pytest

from games.engine import chance
from games.engine.game import UnknownOptions
from games.models import Match, Seat
from games.refusals import (
    NoTeam,
    NotHost,
    NotInvited,
    NotSeated,
    RatedNeedsPeople,
    TableFull,
    TableGone,
    TooManyTables,
)
from games.services import tables
from players.refusals import GuestsCannot, NoSuchPlayer
from players.services.players import guest_create, player_leave
from tests.games.builders import people, playing_table, sitting, waiting_table
from tests.players.builders import player, team
from tests.players.together import together

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_table_opens_with_its_host_in_the_first_chair():
    match = waiting_table("pairs-6", player("Ada"))
    assert sitting(match) == ["Ada", "", "", "", "", ""]
    assert (match.status, match.seed, len(bytes(match.secret))) == ("waiting", None, 32)
    assert match.commitment == chance.commitment(bytes(match.secret))


def test_bots_sit_in_the_other_chairs_until_people_come():
    match = waiting_table("solo-3", player("Ada"), bots="novice")
    assert all(seat.bot == "novice" for seat in Seat.objects.filter(match=match, number__gt=0))
    tables.table_sit(match=match, player=player("Bea"), number=2)
    assert Seat.objects.get(match=match, number=2).bot == ""


@pytest.mark.parametrize(
    "options", [{}, {"mode": "solo-4"}, {"mode": "solo-9", "deck": "double"}, {"mode": [], "deck": 1}]
)
def test_unknown_options_open_no_table(options):
    with pytest.raises(UnknownOptions):
        tables.table_open(host=player(), options=options)
    assert not Match.objects.exists()


def test_rated_tables_are_for_people_with_accounts():
    with pytest.raises(RatedNeedsPeople):
        waiting_table(rated=True, bots="novice")
    with pytest.raises(GuestsCannot):
        waiting_table(host=guest_create(), rated=True)
    match = waiting_table(host=player("Ada"), rated=True)
    with pytest.raises(GuestsCannot):
        tables.table_sit(match=match, player=guest_create(), number=1)
    with pytest.raises(RatedNeedsPeople):
        tables.table_seat_bot(match=match, by=match.host, number=1, level="expert")


def test_one_chair_takes_one_of_two_who_want_it():
    match, ada, bea = waiting_table(host=player("Host")), player("Ada"), player("Bea")
    outcomes = together(
        lambda: tables.table_sit(match=match, player=ada, number=1),
        lambda: tables.table_sit(match=match, player=bea, number=1),
    )
    assert sorted(map(str, outcomes)) == sorted([match.key, "TableFull"])


def test_whoever_changes_chairs_leaves_the_old_one_free_and_is_asked_again():
    ada = player("Ada")
    match = waiting_table(host=ada)
    tables.table_ready(match=match, player=ada, contribution="aa")
    tables.table_sit(match=match, player=ada, number=3)
    assert sitting(match) == ["", "", "", "Ada"]
    assert not Seat.objects.get(match=match, number=3).ready


def test_only_the_host_places_bots_and_only_in_free_chairs():
    ada, bea = people(2)
    match = waiting_table(host=ada)
    tables.table_sit(match=match, player=bea, number=1)
    with pytest.raises(NotHost):
        tables.table_seat_bot(match=match, by=bea, number=2, level="novice")
    with pytest.raises(TableFull):
        tables.table_seat_bot(match=match, by=ada, number=1, level="novice")
    tables.table_seat_bot(match=match, by=ada, number=2, level="expert")
    assert Seat.objects.get(match=match, number=2).bot == "expert"
    tables.table_seat_bot(match=match, by=ada, number=2, level="")
    assert Seat.objects.get(match=match, number=2).is_free


def test_when_everyone_is_ready_the_cards_are_dealt_from_everybodys_part():
    players = people(3)
    match = playing_table(players, "solo-3")
    assert match.status == "playing"
    parts = ["00" * 32, "01" * 32, "02" * 32]
    assert bytes(match.seed) == chance.seed_from(bytes(match.secret), parts)
    assert match.deadline > match.started_at
    with pytest.raises(TableGone):
        tables.table_sit(match=match, player=players[0], number=0)


@pytest.mark.parametrize(
    ("given", "kept"), [("", ""), ("zz", ""), ("abc", ""), ("AB", "ab"), ("00" * 32, "00" * 32), ("00" * 33, "")]
)
def test_a_part_that_is_no_part_counts_as_nothing_given(given, kept):
    ada = player("Ada")
    match = waiting_table(host=ada)
    tables.table_ready(match=match, player=ada, contribution=given)
    assert Seat.objects.get(match=match, player=ada).contribution == kept


def test_whoever_is_not_ready_after_all_takes_the_part_back():
    ada = player("Ada")
    match = waiting_table(host=ada)
    tables.table_ready(match=match, player=ada, contribution="ab")
    tables.table_ready(match=match, player=ada, ready=False)
    seat = Seat.objects.get(match=match, player=ada)
    assert (seat.ready, seat.contribution) == (False, "")


def test_a_table_for_teams_lets_team_mates_in_and_nobody_else():
    ada, bea, cleo = people(3)
    team(captain=ada, partner=bea)
    match = waiting_table(host=ada, joining="team")
    tables.table_sit(match=match, player=bea, number=1)
    with pytest.raises(NotInvited):
        tables.table_sit(match=match, player=cleo, number=2)


def test_nobody_sits_at_more_tables_than_they_can_play():
    ada = player("Ada")
    for _ in range(5):
        waiting_table(host=ada)
    with pytest.raises(TooManyTables):
        waiting_table(host=ada)


def test_a_table_for_teams_needs_a_team():
    with pytest.raises(NoTeam):
        waiting_table(host=player("Ada"), joining="team")


def test_whoever_has_deleted_their_account_sits_down_nowhere():
    match, bea = waiting_table(host=player("Ada")), player("Bea")
    player_leave(player=bea)
    with pytest.raises(NoSuchPlayer):
        tables.table_sit(match=match, player=bea, number=1)


def test_a_stranger_is_not_ready():
    with pytest.raises(NotSeated):
        tables.table_ready(match=waiting_table(host=player("Ada")), player=player("Bea"))
