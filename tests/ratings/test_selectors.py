"""What the pages read: right, in a constant number of queries, and never a whole history."""

from datetime import timedelta

import pytest
from django.utils import timezone

from players.models import Player
from players.services.players import player_leave
from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.models import RankSnapshot, RatedMatch, Standing
from ratings.selectors import histories, leaderboards, standings
from ratings.selectors.games import games_numbered
from ratings.selectors.people import player_data
from ratings.services.settling import pool_settle
from ratings.services.snapshots import ranks_snapshot_today
from ratings.web.histories import numbers_on_line
from ratings.web.sections import player_ratings
from tests.players.builders import player
from tests.ratings.builders import NOON, SOLO, TEAMS, crowd, recorded, season, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    """A season that lies just behind us, long enough for everyone to be established."""
    people = crowd(6)
    season(people, 60)
    pool_settle(key=SOLO)
    Standing.objects.update(last_at=timezone.now())
    return people


def standing(player):
    return standings.standings_with_figures(player)[0]


# --- One player ---


def changes_of(standing):
    """What people read of a history, which is checked against what is written."""
    games = [game.own for game in games_numbered(standing, range(1, standing.games + 1)).values()]
    assert [(standing.player_id, one.number, one.match_id, one.before, one.after) for one in games] == written(
        pool=standing.pool_id, player=standing.player_id
    )
    return games


def test_a_standing_is_what_its_changes_say(people):
    for one in people:
        found = standing(one)
        changes = changes_of(found)
        afters = [change.after for change in changes]
        assert [change.number for change in changes] == list(range(1, found.games + 1))
        assert [change.before for change in changes[1:]] == afters[:-1]
        assert (found.rating, found.peak, found.low) == (afters[-1], max(afters), min(afters))
        assert (afters[found.peak_number - 1], afters[found.low_number - 1]) == (found.peak, found.low)
        assert found.wins == sum(change.place == 1 for change in changes)
        wins = sorted((change for change in changes if change.place == 1), key=lambda change: -change.opponents)
        assert found.best_numbers == [win.number for win in wins[:5]]


def test_tallies_are_what_the_changes_say(people):
    found = standing(people[0])
    changes = changes_of(found)
    for tally in found.tallies:
        own = [one for one in changes if (one.sides, one.seat) == (tally.sides, tally.seat)]
        assert (tally.games, tally.wins) == (len(own), sum(one.place == 1 for one in own))
        assert tally.half_duels == pytest.approx(sum(2 * one.score * (one.sides - 1) for one in own))
    assert sum(tally.games for tally in found.tallies) == found.games


@pytest.mark.parametrize("minute", [-1, 0, 7.5, 30, 59, 60])
def test_the_first_game_after_a_moment_is_found(people, minute):
    found, moment = standing(people[0]), NOON + timedelta(minutes=minute)
    slow = 1 + RatedMatch.objects.filter(seats__player=people[0], finished_at__lt=moment).count()
    assert histories.number_at(found, moment) == slow


def test_a_line_has_a_few_points_and_both_extremes(people):
    found = standing(people[0])
    numbers = numbers_on_line(found, 1, 10)
    assert numbers == sorted(set(numbers))
    assert {1, found.games, found.peak_number, found.low_number} <= set(numbers)
    assert len(numbers) <= 12
    assert numbers_on_line(found, found.games + 1, 10) == []
    changes = [one for one in changes_of(found) if one.number in numbers]
    assert histories.line_points([(found, numbers)]) == {
        found.pool_id: [(one.number, one.finished_at, one.before, one.after) for one in changes]
    }


def test_games_that_ended_in_the_same_moment_are_told_apart():
    people = crowd(3)
    moments = [*range(62), *[99] * 4, *range(100, 110)]
    for number, minute in enumerate(moments):
        recorded(people, [[1, 2, 3], [2, 3, 1], [1, 1, 3]][number % 3], minute)
    pool_settle(key=SOLO)
    for one in people:
        assert len(changes_of(standing(one))) == len(moments)
    found = standing(people[0])
    for minute in (98, 99, 99.5, 100, 200):
        slow = 1 + sum(own < minute for own in moments)
        assert histories.number_at(found, NOON + timedelta(minutes=minute)) == slow


# --- Two players ---


def test_head_to_head_is_counted_match_by_match(people):
    one, other = people[:2]
    met = [match for match in RatedMatch.objects.all() if {one.pk, other.pk} <= set(match.players)]
    pairs = [(m.places[m.players.index(one.pk)], m.places[m.players.index(other.pk)]) for m in met]
    found = histories.head_to_head(SOLO, one, other)
    assert found == (sum(a < b for a, b in pairs), sum(a == b for a, b in pairs), sum(a > b for a, b in pairs), 0)
    assert [meeting.match.pk for meeting in histories.meetings(SOLO, one, other)] == [m.pk for m in met]
    assert all(meeting.own.player_id == one.pk for meeting in histories.meetings(SOLO, one, other))


def test_partners_have_a_history_of_their_own():
    people = crowd(4)
    together = recorded(people, [1, 2, 1, 2], 1, pool=TEAMS, sides=[0, 1, 0, 1])
    against = recorded(people, [1, 2, 2, 1], 2, pool=TEAMS, sides=[0, 1, 1, 0])
    pool_settle(key=TEAMS)
    one, partner = people[0], people[2]
    assert [(m.match, m.together) for m in histories.meetings(TEAMS, one, partner)] == [
        (against, False),
        (together, True),
    ]
    assert histories.head_to_head(TEAMS, one, partner) == (1, 0, 0, 1)


def test_a_team_is_compared_in_the_matches_that_it_played_as_one():
    """Once ahead, once level, once behind; a match in which they sat apart is none of theirs."""
    people = crowd(4)
    one, other, partner, fourth = people
    together = recorded(people, [1, 2, 1, 2], 1, pool=TEAMS, sides=[0, 1, 0, 1])
    recorded(people, [1, 2, 2, 1], 2, pool=TEAMS, sides=[0, 1, 1, 0])
    level = recorded([other, one, fourth, partner], [1, 1, 1, 1], 3, pool=TEAMS, sides=[0, 1, 0, 1])
    lost = recorded(people, [2, 1, 2, 1], 4, pool=TEAMS, sides=[0, 1, 0, 1])
    pool_settle(key=TEAMS)
    assert histories.head_to_head(TEAMS, one, other, partner) == (1, 1, 1, 0)
    assert histories.head_to_head(TEAMS, partner, fourth, one) == (1, 1, 1, 0)
    assert histories.head_to_head(TEAMS, one, other) == (2, 1, 1, 0)
    met = histories.meetings(TEAMS, one, other, partner=partner)
    assert [m.match for m in met] == [lost, level, together]
    assert met[2].before == 1500
    assert met[1].before == pytest.approx((met[1].own.before + met[1].partner.before) / 2)
    assert {m.own.player_id for m in met} == {one.pk}
    assert {m.partner.player_id for m in met} == {partner.pk}


# --- Leaderboards ---


def ranked(*ratings: float, games: int = PROVISIONAL_GAMES):
    """Standings as they come, on top of one match that makes the pool live."""
    recorded(crowd(3), [1, 2, 3])
    pool_settle(key=SOLO)
    model = Standing.objects.first()
    made = []
    for rating in ratings:
        model.player, model.rating, model.games, model.last_at = player(), rating, games, timezone.now()
        model.pk, model._state.adding = None, True
        model.save(force_insert=True)
        made.append(standings.standing_of(SOLO, model.player))
    return made


def test_a_leaderboard_ranks_the_established_and_active():
    best, _, third, _ = ranked(1800, 1700, 1700, 1600)
    away = ranked(1900)[0]
    Standing.objects.filter(player=away.player).update(last_at=timezone.now() - standings.ACTIVE_FOR)
    newcomer = ranked(2000, games=PROVISIONAL_GAMES - 1)[0]
    lines = leaderboards.page_after(SOLO).lines
    assert [(line.rank, line.standing.rating) for line in lines] == [(1, 1800), (2, 1700), (2, 1700), (4, 1600)]
    assert [line.rank for line in leaderboards.page_from(SOLO, 3).lines] == [2, 4]
    assert newcomer in standings.standings_provisional(SOLO)
    assert newcomer in [line.standing for line in leaderboards.page_after(SOLO, newcomers=True).lines]
    assert [standings.rank_of(standings.standings_of(one.player)[0]) for one in (best, third)] == [1, 2]
    assert [standings.is_ranked(one) for one in (best, newcomer)] == [True, False]
    assert standings.percentile_of(third) == 25
    assert standings.distribution(SOLO) == [(1600, 1), (1700, 2), (1800, 1)]
    assert [standings.rank_of(one) for one in leaderboards.standings_found(SOLO, third.player.name.upper())] == [2]
    assert standings.counts_in(SOLO)["ranked"] == 4


def test_who_has_left_is_on_no_leaderboard():
    best, gone, third = ranked(1800, 1700, 1600)
    newcomer = ranked(1500, games=1)[0]
    before = standings.counts_in(SOLO)
    player_leave(player=gone.player)
    player_leave(player=newcomer.player)
    lines = leaderboards.page_after(SOLO).lines
    assert [(line.rank, line.standing.player) for line in lines] == [(1, best.player), (2, third.player)]
    assert standings.rank_of(standings.standings_of(third.player)[0]) == 2
    assert newcomer not in standings.standings_provisional(SOLO)
    assert sum(count for _, count in standings.distribution(SOLO)) == 2
    after = standings.counts_in(SOLO)
    assert [before[name] - after[name] for name in ("ranked", "newcomers", "resting")] == [1, 1, 0]
    ranks_snapshot_today()
    assert dict(RankSnapshot.objects.values_list("player", "rank")) == {best.player_id: 1, third.player_id: 2}


def test_who_is_banned_is_on_no_leaderboard():
    best, banned, third = ranked(1800, 1700, 1600)
    Player.objects.filter(pk=banned.player_id).update(is_active=False)
    lines = leaderboards.page_after(SOLO).lines
    assert [(line.rank, line.standing.player) for line in lines] == [(1, best.player), (2, third.player)]
    assert standings.counts_in(SOLO)["ranked"] == 2
    assert leaderboards.standings_found(SOLO, banned.player.name) == []
    ranks_snapshot_today()
    assert dict(RankSnapshot.objects.values_list("player", "rank")) == {best.player_id: 1, third.player_id: 2}


def test_pages_of_a_leaderboard_stay_what_they_are_while_people_overtake(monkeypatch):
    monkeypatch.setattr(leaderboards, "LINES_PER_PAGE", 2)
    ranked(1800, 1700, 1700, 1600, 1500)
    ratings = lambda page: [line.standing.rating for line in page.lines]  # noqa: E731
    first = leaderboards.page_after(SOLO)
    ranked(2000)  # somebody new on top, between two clicks
    second = leaderboards.page_after(SOLO, first.later)
    third = leaderboards.page_after(SOLO, second.later)
    assert (ratings(first), ratings(second), ratings(third)) == ([1800, 1700], [1700, 1600], [1500])
    assert [line.rank for line in second.lines] == [3, 5]
    assert third.later is None
    assert ratings(leaderboards.page_before(SOLO, third.earlier)) == [1700, 1600]
    assert leaderboards.page_before(SOLO, first.earlier or first.later).earlier is None
    around = leaderboards.page_around(SOLO, third.lines[0].standing)
    assert ratings(around) == [1600, 1500]
    assert (around.later, around.earlier is not None) == (None, True)


@pytest.mark.parametrize("text", ["", "x", "1500", "1500~", "~3", "1500~x", "nan~1", "inf~1", "1e400~2", "1500~-1"])
def test_a_mark_that_no_page_has_written_is_none(text):
    assert leaderboards.Mark.read(text) is None


def test_a_mark_comes_back_to_the_last_bit():
    mark = leaderboards.Mark(1500.123456789012345, 7)
    assert leaderboards.Mark.read(str(mark)) == mark


def test_movement_over_a_week():
    one, other = ranked(1800, 1700)
    ranks_snapshot_today()
    ranks_snapshot_today()
    assert RankSnapshot.objects.count() == 2
    RankSnapshot.objects.update(day=(timezone.now() - timedelta(days=7)).date())
    Standing.objects.filter(player=other.player).update(rating=1900)
    lines = leaderboards.page_after(SOLO).lines
    assert [(line.standing.player, line.rank_before, line.climbed) for line in lines] == [
        (other.player, 2, 1),
        (one.player, 1, -1),
    ]
    newly = ranked(2000)[0]
    yesterday = (timezone.now() - timedelta(days=1)).date()
    RankSnapshot.objects.create(pool_id=SOLO, day=yesterday, player=newly.player, rank=1, rating=2000)
    first = leaderboards.page_after(SOLO).lines[0]
    assert (first.standing.player, first.climbed) == (newly.player, None)
    RankSnapshot.objects.update(day=(timezone.now() - timedelta(days=40)).date())
    ranks_snapshot_today()
    assert set(RankSnapshot.objects.values_list("day", flat=True)) == {timezone.now().date()}


# --- Cost ---


@pytest.mark.parametrize("matches", [10, 80])
def test_every_question_costs_the_same_number_of_queries(matches, django_assert_num_queries):
    people = crowd(5)
    season(people, matches)
    pool_settle(key=SOLO)
    Standing.objects.update(last_at=timezone.now(), games=PROVISIONAL_GAMES)
    with django_assert_num_queries(1):
        found = standings.standings_of(people[0])[0]
    with django_assert_num_queries(1):
        standings.percentile_of(found)
    with django_assert_num_queries(1):
        histories.line_points([(found, range(1, 6))])
    with django_assert_num_queries(1):
        games_numbered(found, range(1, 6))
    with django_assert_num_queries(3):
        leaderboards.page_after(SOLO)
    with django_assert_num_queries(1):
        leaderboards.standings_found(SOLO, "P")
    with django_assert_num_queries(1):
        standings.ratings_of(SOLO, [one.pk for one in people])
    with django_assert_num_queries(2):
        histories.meetings(SOLO, *people[:2])
    with django_assert_num_queries(1):
        histories.head_to_head(SOLO, *people[:2])


def test_a_summary_of_several_pools_costs_as_much_as_of_one(people, rf, django_assert_num_queries):
    with django_assert_num_queries(2):
        one = player_ratings(rf.get("/"), people[0])
    recorded(people[:4], [1, 2, 1, 2], 100, pool=TEAMS, sides=[0, 1, 0, 1])
    pool_settle(key=TEAMS)
    with django_assert_num_queries(2):
        both = player_ratings(rf.get("/"), people[0])
    assert (one.count("/ratings/pot-de-vin-"), TEAMS in both, TEAMS in one) == (one.count(SOLO), True, False)


def test_ones_ratings_are_in_the_download_of_ones_data(people):
    data = player_data(people[0])
    assert data["ratings"][0]["rating"] == standing(people[0]).rating
    assert len(data["rating_changes"]) == data["ratings"][0]["games"]
    played = RatedMatch.objects.filter(seats__player=people[0]).order_by("finished_at", "match_id")
    assert [row["seat"] for row in data["rating_changes"]] == [one.players.index(people[0].pk) + 1 for one in played]
