"""How finished matches ended, as it is told to whoever counts them."""

import pytest
from django.utils import timezone

from games.models import Event, Match, Seat
from games.selectors.outcomes import outcome_of, outcomes_of
from games.services.rating import matches_hand_over
from games.services.sealed import sealed_tables_start_due
from ratings.models import RatedMatch, Unratable
from tests.games.builders import (
    lease,
    people,
    playing_table,
    sealed_tables,
    started_table,
)
from tests.games.playing import play_to_the_end

pytestmark = pytest.mark.django_db(transaction=True)


def finish(match: Match, places: list[int], last_by: list[str], points: list[int] | None = None) -> Match:
    """As if every seat had made one move, the last there; sides are alone, unless they sit in pairs."""
    sides = match.engine.sides(match.options)
    for number, by in enumerate(last_by):
        Event.objects.create(match=match, seq=number + 1, seat=number, action="x", by=by, at=timezone.now(), spent=0)
    result = {
        "sides": [
            {"seats": list(seats), "place": place, "points": point}
            for seats, place, point in zip(sides, places, points or places, strict=True)
        ]
    }
    Match.objects.filter(pk=match.pk).update(
        status="finished", finished_at=timezone.now(), result=result, deadline=None, seq=len(last_by)
    )
    return Match.objects.get(pk=match.pk)


def test_places_and_points_of_a_game_that_was_played_are_those_of_its_record():
    match = play_to_the_end(playing_table(people(4), "pairs-4"))
    outcome = outcome_of(match)
    one, other = match.result["sides"]
    assert (outcome.match_id, outcome.key, outcome.finished_at) == (match.pk, match.key, match.finished_at)
    assert outcome.places == (one["place"], other["place"])
    assert outcome.points == (one["points"], other["points"])
    assert outcome.never_there == (False, False)


def test_ties_share_a_place():
    match = finish(started_table(people(4), 0, 1, 2, 3), [1, 3, 1, 4], ["player"] * 4, [9, 2, 9, -1])
    assert outcome_of(match).places == (1, 3, 1, 4)
    assert outcome_of(match).points == (9, 2, 9, -1)


def test_whoever_never_came_is_last_and_marked_whatever_the_bot_has_won():
    match = finish(started_table(people(4), 0, 3), [3, 1, 2, 4], ["player", "bot", "bot", "player"])
    outcome = outcome_of(match)
    # The two who were there keep their order; the two who were not share what is left.
    assert outcome.places == (1, 3, 3, 2)
    assert outcome.never_there == (False, True, True, False)
    assert outcome.points == (3, 1, 2, 4)


def test_whoever_never_came_and_never_had_to_act_is_last_too():
    match = started_table(people(3), 0, 1)
    match = finish(match, [2, 3, 1], ["player", "player"])
    assert outcome_of(match).places == (1, 2, 3)


def test_whoever_came_late_and_stayed_keeps_the_place():
    match = started_table(people(3), 0, 1)
    Seat.objects.filter(match=match, number=2).update(away=False, was_there=True)
    match = finish(match, [2, 3, 1], ["player", "player", "bot"])
    assert outcome_of(match).places == (2, 3, 1)
    assert outcome_of(match).never_there == (False, False, False)


def test_whoever_was_there_and_left_for_good_is_last_and_was_there():
    match = started_table(people(3), 0, 1, 2)
    Seat.objects.filter(match=match, number=2).update(away=True)
    match = finish(match, [2, 3, 1], ["player", "player", "bot"])
    assert outcome_of(match).places == (1, 2, 3)
    assert outcome_of(match).never_there == (False, False, False)


def test_in_pairs_the_side_is_last_and_was_there_if_one_of_them_was():
    ada, bea, cleo, dora, enzo, fabio = people(6)
    (match,) = sealed_tables([[[ada, bea], [cleo, dora], [enzo, fabio]]])
    lease(
        match, 0, 1, 4
    )  # partners sit three chairs apart: one of the first side, both of the second, none of the third
    sealed_tables_start_due()
    match = finish(Match.objects.get(pk=match.pk), [1, 3, 2], ["player", "player", "bot", "bot", "player", "bot"])
    outcome = outcome_of(match)
    assert outcome.places == (2, 1, 2)
    assert outcome.never_there == (False, False, True)


def test_a_bots_side_has_neither_left_nor_stayed_away():
    ada, bea = people(2)
    (match,) = sealed_tables([[[ada], [], [bea]]])
    lease(match, 0, 2)
    sealed_tables_start_due()
    match = finish(Match.objects.get(pk=match.pk), [2, 1, 3], ["player", "bot", "player"])
    assert outcome_of(match).places == (2, 1, 3)
    assert outcome_of(match).never_there == (False, False, False)


def test_the_ratings_use_the_same_places():
    match = finish(started_table(people(4), 0, 3, rated=True), [3, 1, 2, 4], ["player", "bot", "bot", "player"])
    matches_hand_over()
    rated = RatedMatch.objects.get(pk=match.pk)
    assert tuple(rated.places) == outcome_of(match).places == (1, 3, 3, 2)
    assert rated.left == [False, True, True, False]
    assert not Unratable.objects.exists()


def test_matches_that_are_not_finished_have_no_outcome():
    match = started_table(people(3), 0)
    assert outcomes_of([match.pk, 0]) == {}
    with pytest.raises(ValueError, match="no outcome"):
        outcome_of(match)


def test_a_result_that_says_nothing_keeps_no_other_from_being_counted():
    players = people(3)
    good, bad = (finish(started_table(players, 0, 1, 2), [1, 2, 3], ["player"] * 3) for _ in range(2))
    Match.objects.filter(pk=bad.pk).update(result={"sides": []})
    assert set(outcomes_of([good.pk, bad.pk])) == {good.pk}


def test_many_outcomes_cost_what_one_does(django_assert_num_queries):
    players, matches = people(3), []
    for _ in range(4):
        matches.append(finish(started_table(players, 0, 1, 2), [1, 2, 3], ["player"] * 3).pk)
        with django_assert_num_queries(3):
            assert set(outcomes_of(matches)) == set(matches)
