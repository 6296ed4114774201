"""Sealed tables: opened with everyone seated, started at their time with whoever is there."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine import chance
from games.engine.game import UnknownOptions
from games.models import Match, Seat
from games.refusals import NotSeated, RatedNeedsPeople, TableGone
from games.selectors import presence
from games.selectors.matches import match_by_key, match_running
from games.services.announcements import ChangeKind, MatchChange
from games.services.clocks import match_advance, seat_return
from games.services.sealed import (
    SealedTable,
    contribution_add,
    sealed_tables_close,
    sealed_tables_open,
    sealed_tables_start_due,
)
from games.tasks import sealed_tables_start
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
from tests.players.builders import player
from tests.players.together import together

pytestmark = pytest.mark.django_db(transaction=True)
SOON = timedelta(minutes=5)


def seats(match: Match, *fields: str) -> list[Any]:
    return list(Seat.objects.filter(match=match).values_list(*fields, flat=len(fields) == 1))


# --- Opening ---


def test_everyone_sits_where_their_side_does():
    ada, bea, cleo, dora = people(4)
    pairs, solo = sealed_tables([[[ada, bea], [cleo, dora]], [[dora], [cleo], [bea]]])
    # Partners sit opposite each other.
    assert sitting(pairs) == ["PlayerA", "PlayerC", "PlayerB", "PlayerD"]
    assert sitting(solo) == ["PlayerD", "PlayerC", "PlayerB"]
    found = Match.objects.get(pk=pairs.pk)
    assert (found.status, found.sealed, found.joining, found.host) == ("waiting", True, "link", None)
    assert pairs.commitment != solo.commitment


def test_a_side_without_players_is_the_houses_bot():
    ada, bea = people(2)
    (match,) = sealed_tables([[[ada], [], [bea]]])
    assert seats(match, "bot") == ["", "regular", ""]
    (match,) = sealed_tables([[[], [ada, bea]]])
    assert seats(match, "bot", "player") == [("regular", None), ("", ada.pk), ("regular", None), ("", bea.pk)]


def test_what_cannot_be_laid_opens_nothing():
    ada, bea, cleo = people(3)
    with pytest.raises(RatedNeedsPeople):
        sealed_tables([[[ada], [], [bea]]], rated=True)
    chosen = {"game": "pot-de-vin", "rated": True, "pace": "blitz", "watching": "everyone", "starts_at": timezone.now()}
    wrong_mode = SealedTable({"mode": "solo", "deck": "double"}, [[ada.pk], [bea.pk], [cleo.pk]])
    with pytest.raises(UnknownOptions):
        sealed_tables_open(tables=[wrong_mode], **chosen)
    for sides in ([[ada.pk], [bea.pk]], [[ada.pk], [bea.pk], [cleo.pk, ada.pk]]):
        with pytest.raises(ValueError, match="zip"):
            sealed_tables_open(tables=[SealedTable({"mode": "solo-3", "deck": "double"}, sides)], **chosen)
    assert not Match.objects.exists()


def test_opening_many_costs_what_opening_two_does_and_is_announced_once(announced):
    players = people(3)
    counts = []
    for number in (2, 20):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            tables = sealed_tables([[[one] for one in players]] * number)
        counts.append(len(queries))
        assert announced() == [[MatchChange(ChangeKind.TABLE, tables[0].pk)]]
    # Begin, matches, seats, commit.
    assert counts == [4, 4]
    assert len(set(Match.objects.values_list("key", flat=True))) == 22


def test_nothing_to_open_is_nothing():
    assert sealed_tables([]) == []


# --- Starting ---


def test_at_its_time_a_table_begins_with_whoever_is_there():
    players = people(3)
    match = sealed_table(players, timezone.now() + SOON)
    lease(match, 0, 2)
    assert sealed_tables_start_due() == []
    before = timezone.now()
    assert sealed_tables_start_due(timezone.now() + SOON) == [match.pk]
    found = Match.objects.get(pk=match.pk)
    assert found.status == "playing"
    assert before <= found.started_at == found.since <= timezone.now()
    assert seats(match, "away", "was_there") == [(False, True), (True, False), (False, True)]
    assert sealed_tables_start_due(timezone.now() + SOON) == []


def test_the_deadline_is_that_of_whoever_begins_a_bot_does_not_wait():
    players = people(3)
    for there in ((), (0, 1, 2)):
        match = started_table(players, *there, pace="blitz")
        # A bot answers after 900 milliseconds; a player has ten seconds, and thirty in the bank.
        expected = timedelta(milliseconds=40_000 if there else 900)
        assert match.deadline - match.since == pytest.approx(expected, abs=timedelta(milliseconds=1))
        running = match_running(match)
        assert min(running.deadlines().values()) == pytest.approx(match.deadline.timestamp() * 1000, abs=1)


def test_everybodys_part_of_the_chance_is_in_the_deal():
    players = people(3)
    match = sealed_table(players)
    contribution_add(match=match, player=players[1], contribution="AB" * 32)
    contribution_add(match=match, player=players[2], contribution="cd")
    contribution_add(match=match, player=players[2], contribution="no hex at all")
    with pytest.raises(NotSeated):
        contribution_add(match=match, player=player("Stranger"), contribution="ab")
    lease(match, 0, 1, 2)
    sealed_tables_start_due()
    found = Match.objects.get(pk=match.pk)
    assert bytes(found.seed) == chance.seed_from(bytes(match.secret), ["", "ab" * 32, "cd"])
    with pytest.raises(TableGone):
        contribution_add(match=match, player=players[0], contribution="ab")
    assert seats(match, "contribution") == ["", "ab" * 32, "cd"]


def test_a_part_that_comes_while_the_cards_are_dealt_is_in_the_deal_or_refused():
    players = people(4)
    for match in sealed_tables([[[one] for one in players]] * 5, timezone.now() + SOON):
        Match.objects.filter(pk=match.pk).update(starts_at=timezone.now())
        parts = [partial(contribution_add, match=match, player=one, contribution="ab") for one in players]
        together(sealed_tables_start_due, *parts)
        sealed_tables_start_due()  # a table that was held by a part's transaction is the next sweep's
        found = Match.objects.get(pk=match.pk)
        assert bytes(found.seed) == chance.seed_from(bytes(match.secret), seats(match, "contribution"))


def test_a_lease_that_ran_out_or_a_banned_or_former_player_is_not_there():
    ada, bea, cleo, dora = people(4)
    match = sealed_table([ada, bea, cleo, dora])
    Player.objects.filter(pk=bea.pk).update(is_active=False)
    player_leave(player=cleo)
    lease(match, 3, seconds=-1)
    lease(match, 0, 1, 2, process="another")
    assert sealed_tables_start_due() == [match.pk]
    assert seats(match, "was_there") == [True, False, False, False]
    assert sitting(match) == ["PlayerA", "PlayerB", "a former player", "PlayerD"]


def test_a_bots_side_is_neither_there_nor_away():
    ada, bea = people(2)
    (match,) = sealed_tables([[[ada], [], [bea]]])
    sealed_tables_start_due()
    assert seats(match, "away", "was_there") == [(True, False), (False, False), (True, False)]


@pytest.fixture
def no_bus(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    presence.bus.cache_clear()
    yield
    presence.bus.cache_clear()


def test_while_the_bus_is_away_nothing_starts_and_then_it_does(settings, request):
    match, url = sealed_table(people(3)), settings.REDIS_URL
    request.getfixturevalue("no_bus")
    assert sealed_tables_start_due() == []
    assert Match.objects.get(pk=match.pk).status == "waiting"
    settings.REDIS_URL = url
    presence.bus.cache_clear()
    assert sealed_tables_start_due() == [match.pk]


def test_the_worker_starts_what_is_due():
    due, later = sealed_table(people(3)), sealed_table(people(3, "Other"), timezone.now() + SOON)
    open_to_all = waiting_table(host=player("Ada"))
    sealed_tables_start()
    assert {match.pk: match.status for match in Match.objects.all()} == {
        due.pk: "playing",
        later.pk: "waiting",
        open_to_all.pk: "waiting",
    }


def test_two_workers_at_once_start_each_table_once(announced):
    players = people(3)
    tables = sealed_tables([[[one] for one in players]] * 30)
    announced()
    for match in tables:
        lease(match, 0, 1)
    started = together(*[sealed_tables_start_due] * 4)
    assert sorted(match_id for some in started for match_id in some) == [match.pk for match in tables]
    told = [news.match_id for some in announced() for news in some]
    assert sorted(told) == [match.pk for match in tables]
    for match in Match.objects.all():
        assert bytes(match.seed) == chance.seed_from(bytes(match.secret), ["", "", ""])
        assert match_running(match_by_key(match.key)).bots == {2}


def test_a_table_that_is_held_does_not_keep_the_others_waiting():
    held, free = sealed_table(people(3)), sealed_table(people(3, "Other"))
    with transaction.atomic():
        Match.objects.select_for_update().get(pk=held.pk)
        assert together(sealed_tables_start_due) == [[free.pk]]
    assert sealed_tables_start_due() == [held.pk]


def test_starting_many_costs_what_starting_two_does_and_is_announced_once(announced):
    players = people(3)
    counts = []
    for number in (2, 20):
        tables = sealed_tables([[[one] for one in players]] * number)
        for match in tables:
            lease(match, 1)
        announced()
        with CaptureQueriesContext(connection) as queries:
            assert sealed_tables_start_due() == [match.pk for match in tables]
        counts.append(len(queries))
        assert announced() == [[MatchChange(ChangeKind.TABLE, match.pk) for match in tables]]
    # What is due; begin; the matches and their seats, held; cards; who is there, who is not; commit.
    assert counts == [8, 8]


# --- Coming late ---


def test_whoever_comes_late_was_there_and_whoever_never_comes_was_not():
    match = started_table(people(3), 0)
    assert seat_return(match.pk, 1)
    assert seats(match, "away", "was_there") == [(False, True), (False, True), (True, False)]
    assert not seat_return(match.pk, 1)


def test_bots_play_for_all_who_never_come():
    match = started_table(people(3))
    for _ in range(80):
        Match.objects.filter(pk=match.pk, status="playing").update(since=timezone.now() - timedelta(seconds=2))
        match_advance(match.pk)
    assert Match.objects.get(pk=match.pk).status == "finished"
    assert set(match.events.values_list("by", flat=True)) == {"bot"}


# --- Taking tables back ---


def test_tables_that_still_wait_are_taken_back(announced):
    begun, waiting = started_table(people(3, "Other")), sealed_table(people(3), timezone.now() + SOON)
    not_sealed = waiting_table(host=player("Ada"))
    announced()
    assert sealed_tables_close(match_ids=[waiting.pk, begun.pk, not_sealed.pk, 0]) == {waiting.pk}
    assert announced() == [[MatchChange(ChangeKind.TABLE, waiting.pk)]]
    assert [Match.objects.get(pk=one.pk).status for one in (waiting, begun, not_sealed)] == [
        "closed",
        "playing",
        "waiting",
    ]
    assert sealed_tables_close(match_ids=[waiting.pk]) == set()
    assert sealed_tables_start_due(timezone.now() + SOON) == []


def test_a_table_is_taken_back_or_begins_and_never_both():
    players = people(3)
    for match in sealed_tables([[[one] for one in players]] * 5, timezone.now() + SOON):
        Match.objects.filter(pk=match.pk).update(starts_at=timezone.now())
        closed, started = together(partial(sealed_tables_close, match_ids=[match.pk]), sealed_tables_start_due)
        assert bool(closed) != bool(started)
        assert Match.objects.get(pk=match.pk).status == ("closed" if closed else "playing")
