"""What organisers change: on record, for everyone who is concerned, and as if it had never been wrong."""

from datetime import timedelta
from typing import Any

import pytest

from players.refusals import Refusal
from ratings.models import Correction, RatedMatch, RatingNotice, Replay, Standing
from ratings.refusals import ChangedMeanwhile, NothingToChange, ReasonMissing, ResultMakesNoSense
from ratings.selectors.changes import changes_of_match
from ratings.selectors.notices import notices_unseen
from ratings.selectors.strikes import strikes_in_force
from ratings.services.corrections import player_strike, result_annul, result_correct, result_restore, strike_undo
from ratings.services.notices import notices_mark_seen
from ratings.services.settling import pool_settle
from ratings.tasks import replays_carry_out
from tests.players.builders import player
from tests.players.together import together
from tests.ratings.builders import NOON, SOLO, TEAMS, crowd, everything, forget_ratings, recorded, season, written
from tests.ratings.held import replay_held

pytestmark = pytest.mark.django_db(transaction=True)


def as_if_never_wrong() -> dict[str, list[tuple[Any, ...]]]:
    """What the matches that count come to when they are settled for the first time."""
    forget_ratings()
    pool_settle(key=SOLO)
    return everything()


def test_a_corrected_result_is_as_if_it_had_never_been_wrong():
    people, organiser = crowd(6), player("Organiser")
    matches = season(people, 40)
    pool_settle(key=SOLO)
    wrong = matches[10]
    right = wrong.places[1:] + wrong.places[:1]
    result_correct(match=wrong, version=1, places=right, by=organiser, reason="Seats were mixed up.")
    replays_carry_out()
    found = everything()
    assert as_if_never_wrong() == found
    correction = Correction.objects.get()
    assert (correction.by, correction.reason, correction.kind) == (organiser, "Seats were mixed up.", "corrected")
    assert (correction.before["places"], correction.after["places"]) == (wrong.places, right)


def test_until_the_ratings_are_worked_out_again_a_corrected_match_is_shown_as_it_was_rated():
    people, organiser = crowd(4), player("Organiser")
    matches = season(people, 10)
    pool_settle(key=SOLO)
    wrong, before = matches[3], changes_of_match(matches[3].pk)
    for version, places in enumerate((wrong.places[1:] + wrong.places[:1], wrong.places[2:] + wrong.places[:2]), 1):
        result_correct(match=wrong, version=version, places=places, by=organiser, reason="Seats were mixed up.")
        assert changes_of_match(wrong.pk) == before
    replays_carry_out()
    assert [change.place for change in changes_of_match(wrong.pk)] == places


def test_an_annulled_match_counts_for_nobody_and_can_be_restored():
    people, organiser = crowd(5), player("Organiser")
    matches = season(people, 30)
    pool_settle(key=SOLO)
    before, games = everything(), written()
    result_annul(match=matches[3], version=1, by=organiser, reason="The server fell over.")
    replays_carry_out()
    without = everything()
    assert len(written(pool=SOLO)) == len(games) - len(matches[3].players)
    assert as_if_never_wrong() == without
    result_restore(match=matches[3], version=2, by=organiser, reason="It had not.")
    replays_carry_out()
    assert everything() == before


def test_restored_before_the_rebuild_it_is_not_counted_twice():
    matches = season(crowd(4), 5)
    pool_settle(key=SOLO)
    before = everything()
    by = player("Organiser")
    result_annul(match=matches[4], version=1, by=by, reason="A mistake.")
    result_restore(match=matches[4], version=2, by=by, reason="Mine.")
    assert pool_settle(key=SOLO) == 0
    replays_carry_out()
    assert everything() == before


def annulled_and_carried_out(people, by) -> RatedMatch:
    """Two matches of the same three; the second was annulled, and the ratings are without it."""
    recorded(people, [1, 2, 3])
    match = recorded(people, [3, 1, 2], minute=1)
    pool_settle(key=SOLO)
    result_annul(match=match, version=1, by=by, reason="The server fell over.")
    replays_carry_out()
    notices_mark_seen(player=people[0])
    return match


def test_what_a_restored_match_does_comes_with_the_rebuild_and_is_told():
    """The first stands at 1500 + 160 · ½ = 1580 until then; nothing about it is to be settled before."""
    people, organiser = crowd(3), player("Organiser")
    match = annulled_and_carried_out(people, organiser)
    result_restore(match=match, version=2, by=organiser, reason="It had not.")
    assert pool_settle(key=SOLO) == 0
    assert [one.rating for one in Standing.objects.filter(player=people[0])] == [1580]
    assert changes_of_match(match.pk) == []
    replays_carry_out()
    (told,) = notices_unseen(people[0])
    after = Standing.objects.get(player=people[0]).rating
    assert (told.notice.before, told.notice.after) == (1580, after)
    assert after < 1580
    assert len(changes_of_match(match.pk)) == 3
    found = everything()
    assert as_if_never_wrong() == found


def test_a_match_that_is_corrected_before_it_was_settled_comes_with_the_rebuild():
    people = crowd(3)
    match = recorded(people, [1, 2, 3])
    result_correct(match=match, version=1, places=[2, 1, 3], by=player(), reason="Misread.")
    assert pool_settle(key=SOLO) == 0
    replays_carry_out()
    (told,) = notices_unseen(people[1])
    assert (told.notice.before, told.notice.after) == (None, 1580)


@pytest.mark.parametrize("disturbance", ["killed", "replaced", "played on", "late"])
def test_a_restored_match_is_neither_lost_nor_counted_twice(disturbance):
    people, organiser = crowd(3), player("Organiser")
    match = annulled_and_carried_out(people, organiser)
    result_restore(match=match, version=2, by=organiser, reason="It had not.")
    if disturbance == "killed":
        with replay_held(SOLO) as held:
            held.kill()
    elif disturbance == "replaced":
        other = RatedMatch.objects.exclude(pk=match.pk).get()
        result_correct(match=other, version=1, places=[2, 1, 3], by=organiser, reason="Misread.")
    else:
        recorded(people, [2, 3, 1], minute={"played on": 5, "late": -5}[disturbance])
        assert pool_settle(key=SOLO) == (1 if disturbance == "played on" else 0)
    replays_carry_out()
    assert pool_settle(key=SOLO) == 0
    assert RatedMatch.objects.filter(state="settled").count() == RatedMatch.objects.count()
    assert len(changes_of_match(match.pk)) == 3
    (told,) = notices_unseen(people[0])
    assert "It had not." in [one.reason for one in told.reasons]
    found = everything()
    assert as_if_never_wrong() == found


def test_a_match_that_is_annulled_before_it_was_settled_is_told_to_those_who_have_no_rating():
    people = crowd(3)
    result_annul(match=recorded(people, [1, 2, 3]), version=1, by=player(), reason="A test.")
    replays_carry_out()
    for one in people:
        (told,) = notices_unseen(one)
        assert (told.notice.before, told.notice.after, told.moved) == (None, None, None)


def test_a_finished_rebuild_is_whole():
    """Also one that had nothing to play."""
    people, organiser = crowd(3), player("Organiser")
    matches = [recorded(people, [1, 2, 3], minute) for minute in range(4)]
    pool_settle(key=SOLO)
    result_annul(match=matches[2], version=1, by=organiser, reason="One.")
    asked = result_annul(match=matches[1], version=1, by=organiser, reason="Two.")
    assert (asked.progress, asked.position) == (0, matches[1].position)
    assert player_strike(player=people[0], by=organiser, reason="Three.") == 2
    replays_carry_out()
    done = Replay.objects.get()
    assert (done.pk, done.progress, done.matches, done.position) == (asked.pk, 100, 0, matches[0].position)


def test_a_strike_is_undone_as_a_whole():
    people, organiser = crowd(5), player("Organiser")
    season(people, 20)
    recorded(people[:4], [1, 2, 1, 2], pool=TEAMS, sides=[0, 1, 0, 1])
    for pool in (SOLO, TEAMS):
        pool_settle(key=pool)
    before = everything(), everything(TEAMS)
    struck = player_strike(player=people[0], by=organiser, reason="Used two accounts.")
    replays_carry_out()
    (strike,) = strikes_in_force()
    assert (strike.matches, strike.correction.player) == (struck, people[0])
    assert strike_undo(strike=strike.correction, by=organiser, reason="It was a brother.") == struck
    assert pool_settle(key=SOLO) == pool_settle(key=TEAMS) == 0
    replays_carry_out()
    assert (everything(), everything(TEAMS)) == before
    back = Correction.objects.filter(kind="restored", player=people[0], reason="It was a brother.")
    assert back.count() == struck
    assert {told.notice.replay for told in notices_unseen(people[0])} >= {one.replay for one in back}
    assert strikes_in_force() == []
    with pytest.raises(NothingToChange):
        strike_undo(strike=strike.correction, by=organiser, reason="Again.")


def test_what_was_changed_after_a_strike_is_left_alone_when_it_is_undone():
    """Two matches go out by one strike. One is restored and goes out by another: the first strike has one left."""
    people, organiser = crowd(3), player("Organiser")
    one, other = recorded(people, [1, 2, 3]), recorded(people, [1, 2, 3], minute=1)
    pool_settle(key=SOLO)
    player_strike(player=people[0], by=organiser, reason="Marked cards.")
    result_restore(match=one, version=2, by=organiser, reason="Not in this one.")
    player_strike(player=people[1], by=organiser, reason="But he.")
    second, first = strikes_in_force()
    assert (first.matches, second.matches) == (1, 1)
    assert strike_undo(strike=first.correction, by=organiser, reason="Sorry.") == 1
    states = dict(RatedMatch.objects.values_list("pk", "state"))
    assert (states[one.pk], states[other.pk]) == ("struck", "settled")


def test_a_cheaters_matches_are_struck_out_in_every_pool():
    people, organiser = crowd(6), player("Organiser")
    matches = season(people, 30)
    recorded(people[:4], [1, 2, 1, 2], pool=TEAMS, sides=[0, 1, 0, 1])
    for pool in (SOLO, TEAMS):
        pool_settle(key=pool)
    cheater = people[0]
    theirs = [match for match in matches if cheater.pk in match.players]
    assert player_strike(player=cheater, by=organiser, reason="Used a marked deck.") == len(theirs) + 1
    replays_carry_out()
    assert not Standing.objects.filter(player=cheater).exists()
    assert not Standing.objects.filter(pool=TEAMS).exists()
    found = everything()
    assert as_if_never_wrong() == found
    assert {one.player for one in Correction.objects.all()} == {cheater}
    assert Correction.objects.count() == len(theirs) + 1
    with pytest.raises(NothingToChange):
        player_strike(player=cheater, by=organiser, reason="Again.")


def test_matches_before_a_day_can_be_left_alone():
    people = crowd(3)
    early, late = recorded(people, [1, 2, 3], minute=0), recorded(people, [1, 2, 3], minute=10)
    pool_settle(key=SOLO)
    player_strike(player=people[0], by=player(), reason="Since then.", since=NOON + timedelta(minutes=5))
    states = dict(RatedMatch.objects.values_list("pk", "state"))
    assert (states[early.pk], states[late.pk]) == ("settled", "struck")


def test_everyone_concerned_is_told_once_the_ratings_are_right():
    people, strangers, organiser = crowd(3), crowd(3), player("Organiser")
    wrong = recorded(people, [1, 2, 3])
    recorded(strangers, [1, 2, 3], minute=1)
    pool_settle(key=SOLO)
    result_correct(match=wrong, version=1, places=[2, 1, 3], by=organiser, reason="Misread.")
    assert not RatingNotice.objects.exists()
    replays_carry_out()
    assert {notice.player for notice in RatingNotice.objects.all()} == set(people)
    (told,) = notices_unseen(people[0])
    assert (round(told.notice.before), round(told.notice.after), told.moved) == (1580, 1500, -80)
    assert [(one.what, one.reason, one.matches, one.own, one.key) for one in told.reasons] == [
        ("Result corrected", "Misread.", 1, 1, wrong.key)
    ]
    third = RatingNotice.objects.get(player=people[2])
    assert third.before == third.after
    notices_mark_seen(player=people[0])
    assert notices_unseen(people[0]) == []


def test_a_second_correction_before_the_first_is_carried_out_joins_it():
    people, organiser = crowd(4), player("Organiser")
    first, second = season(people, 2)
    pool_settle(key=SOLO)
    result_annul(match=first, version=1, by=organiser, reason="One.")
    result_annul(match=second, version=1, by=organiser, reason="Two.")
    replay = Replay.objects.get(finished_at=None)
    replays_carry_out()
    assert {one.reason for one in replay.corrections.all()} == {"One.", "Two."}
    assert not Standing.objects.exists()
    assert {notice.after for notice in RatingNotice.objects.all()} == {None}


def test_of_two_organisers_at_once_one_has_to_look_again():
    people, one, other = crowd(3), player(), player()
    match = recorded(people, [1, 2, 3])
    pool_settle(key=SOLO)
    outcomes = together(
        lambda: bool(result_annul(match=match, version=1, by=one, reason="No.")),
        lambda: bool(result_correct(match=match, version=1, places=[3, 2, 1], by=other, reason="Yes.")),
    )
    assert sorted(map(str, outcomes)) == ["ChangedMeanwhile", "True"]
    assert Correction.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"places": [1, 2, 3]}, NothingToChange),
        ({"places": [1, 3, 3]}, ResultMakesNoSense),
        ({"version": 5}, ChangedMeanwhile),
        ({"reason": "  "}, ReasonMissing),
    ],
)
def test_what_cannot_be_corrected_changes_nothing(change, refusal):
    match = recorded(crowd(3), [1, 2, 3])
    pool_settle(key=SOLO)
    wanted = {"match": match, "version": 1, "places": [2, 1, 3], "by": player(), "reason": "Misread."} | change
    with pytest.raises(Refusal) as refused:
        result_correct(**wanted)
    assert type(refused.value) is refusal
    assert not Correction.objects.exists()
    assert not Replay.objects.exists()
    assert RatedMatch.objects.get().version == 1
