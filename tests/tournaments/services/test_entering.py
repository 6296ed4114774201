"""Entering: races for the last place, conditions, teams, the waiting list, check-in, late entry."""

from datetime import timedelta

import pytest

from players.models import Player
from players.services.players import guest_create, player_leave
from ratings.models import Pool, RatedMatch, Standing
from tests.players.builders import player, team
from tests.players.together import together
from tests.tournaments import document_check
from tests.tournaments.services.events import (
    PAIRS,
    act,
    advanced,
    enter,
    entry,
    event,
    fresh,
    numbers,
    play_round,
    play_to_the_end,
    player_of,
    soon,
    staff,
    started,
    tables,
)
from tournaments import refusals
from tournaments.director.acts import Act
from tournaments.models import Entry, EntryPlayer, InvitedPlayer, LogLine, Notice
from tournaments.selectors.document import document_of
from tournaments.selectors.entries import place_in_line
from tournaments.services.acts import act_carry_out
from tournaments.services.creation import tournament_change
from tournaments.services.entries import entry_agree, entry_check_in, entry_register
from tournaments.services.membership import entry_leave


def register(made, by: Player, **how) -> str:
    return entry_register(tournament_id=made.pk, by=by, **how)[0].status


# --- Races ---


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_place_one_is_in_and_one_waits():
    made = event(3, places=4)
    one, other = player(), player()
    outcomes = together(lambda: register(made, one), lambda: register(made, other))
    assert sorted(outcomes) == ["in", "waiting"]
    assert Entry.objects.filter(tournament=made, status="in").count() == 4


@pytest.mark.django_db(transaction=True)
def test_two_tabs_enter_once():
    made, one = event(), player()
    outcomes = together(*[lambda: entry_register(tournament_id=made.pk, by=one)[1]] * 3)
    assert sorted(outcomes) == [False, False, True]
    assert EntryPlayer.objects.filter(tournament=made, player=one).count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_tabs_enter_one_of_two_events_at_the_same_hour():
    first, second, one = event(starts_at=soon(hours=3)), event(starts_at=soon(hours=3, minutes=30)), player()
    outcomes = together(lambda: register(first, one), lambda: register(second, one))
    assert sorted(map(str, outcomes)) == ["SameHour", "in"]


@pytest.mark.django_db(transaction=True)
def test_partners_who_enter_with_different_teams_at_the_same_moment():
    made, ada, bo, carla = event(options=PAIRS), player(), player(), player()
    one, other = team(captain=ada, partner=bo), team(captain=ada, partner=carla)
    outcomes = together(
        lambda: register(made, bo, team=one),
        lambda: register(made, carla, team=other),
    )
    assert sorted(map(str, outcomes)) == ["PartnerEntered", "invited"]


@pytest.mark.django_db(transaction=True)
def test_the_place_of_one_who_withdraws_goes_to_one_only():
    made = event(4, places=4)
    waiting = [player(), player()]
    for one in waiting:
        register(made, one)
    outcomes = together(
        *(
            lambda number=number: entry_leave(tournament_id=made.pk, by=player_of(made, number)).status
            for number in (1, 2)
        )
    )
    assert outcomes == ["withdrawn", "withdrawn"]
    assert Entry.objects.filter(tournament=made, status="in").count() == 4


# --- Bad input ---


@pytest.mark.django_db
def test_whoever_enters_twice_is_told_how_they_stand():
    made, one = event(), player()
    first, is_new = entry_register(tournament_id=made.pk, by=one)
    again, is_new_again = entry_register(tournament_id=made.pk, by=one)
    assert (first, is_new, is_new_again) == (again, True, False)


@pytest.mark.django_db
def test_nobody_enters_after_the_close_but_who_is_in_is_told_so():
    made, one = event(), player()
    register(made, one)
    act(made, Act.CLOSE_REGISTRATION)
    with pytest.raises(refusals.RegistrationClosed):
        register(made, player())
    assert register(made, one) == "in"


@pytest.mark.django_db
def test_an_event_an_hour_later_is_no_conflict():
    one, at = player(), soon(hours=3)
    register(event(starts_at=at), one)
    with pytest.raises(refusals.SameHour):
        register(event(starts_at=at), one)
    register(event(starts_at=at + timedelta(hours=1)), one)


@pytest.mark.django_db
def test_a_partner_who_has_entered_already():
    made, ada, bo, carla = event(options=PAIRS), player(), player(), player()
    enter(made, team(captain=ada, partner=bo))
    with pytest.raises(refusals.PartnerEntered):
        register(made, carla, team=team(captain=carla, partner=bo))
    with pytest.raises(refusals.AlreadyEntered):
        register(made, ada, team=team(captain=ada, partner=carla))


@pytest.mark.django_db
def test_check_in_from_another_account():
    made = advanced(event(4, starts_at=soon(minutes=5), check_in_minutes=10))
    with pytest.raises(refusals.NotEntered):
        entry_check_in(tournament_id=made.pk, by=player())
    assert not Entry.objects.filter(tournament=made, checked_in_at__isnull=False).exists()


# --- Conditions ---


@pytest.mark.django_db
def test_guests_may_enter_what_is_not_rated():
    guest = guest_create()
    assert register(event(), guest) == "in"
    with pytest.raises(refusals.AccountNeeded):
        register(event(rated=True), guest)


@pytest.mark.django_db
def test_no_organiser_brings_a_guest_into_a_rated_event():
    guest, made = guest_create(), event(4, rated=True)
    for what, facts in ((Act.ADD_ENTRY, {}), (Act.SUBSTITUTE, {"entry": 1})):
        with pytest.raises(refusals.AccountNeeded):
            act(made, what, player=guest.name, **facts)


@pytest.mark.django_db
def test_the_code_is_asked_for():
    made = event(code="Gemme")
    with pytest.raises(refusals.WrongCode):
        register(made, player())
    assert register(made, player(), code=" gemme ") == "in"


@pytest.mark.django_db
def test_by_invitation():
    made, known = event(by_invitation=True), player()
    InvitedPlayer.objects.create(tournament=made, player=known)
    assert register(made, known) == "in"
    with pytest.raises(refusals.InvitationNeeded):
        register(made, player())


def rated(rating: float, games: int) -> Player:
    """A player who stands so in the list of solo tables."""
    one, pool = player(), Pool.objects.get_or_create(key="pot-de-vin-solo")[0]
    match = RatedMatch.objects.create(match_id=10**6 + one.pk, key=f"m{one.pk}", pool=pool, finished_at=soon())
    at = {"first_at": soon(), "last_at": soon(), "last_match": match}
    Standing.objects.create(pool=pool, player=one, rating=rating, games=games, wins=0, **at)
    return one


@pytest.mark.django_db
def test_a_range_of_ratings_and_a_number_of_games():
    made = event(rating_least=1400, rating_most=1600, games_least=5)
    assert register(made, rated(1400, 5)) == "in"
    assert register(made, rated(1600, 9)) == "in"
    for rating, games, refusal in [
        (1399.9, 5, refusals.RatingOutside),
        (1600.1, 5, refusals.RatingOutside),
        (1500, 4, refusals.TooFewGames),
    ]:
        with pytest.raises(refusal):
            register(made, rated(rating, games))
    with pytest.raises(refusals.TooFewGames):
        register(made, player())
    with pytest.raises(refusals.RatingOutside):
        register(event(rating_most=1600), player())


# --- The waiting list ---


@pytest.mark.django_db
def test_who_withdraws_and_comes_back_stands_at_the_end_of_the_line():
    made = event(2, places=2)
    first, second = player(), player()
    register(made, first)
    register(made, second)
    leaving = player_of(made, 1)
    entry_leave(tournament_id=made.pk, by=leaving)
    assert [entry(made, number).status for number in (2, 3, 4)] == ["in", "in", "waiting"]
    assert Notice.objects.filter(player=first, code="promoted").count() == 1
    assert register(made, leaving) == "waiting"
    assert place_in_line(entry(made, 4)) == 1
    assert place_in_line(entry(made, 1)) == 2


@pytest.mark.django_db
def test_more_places_go_to_the_line_before_anybody_new():
    made = event(2, places=2)
    first, second = player(), player()
    register(made, first)
    register(made, second)
    made = fresh(made)
    tournament_change(tournament_id=made.pk, by=made.owner, state=made.state, fields={"places": 3})
    assert entry(made, 3).status == "in"
    assert register(made, player()) == "waiting"


@pytest.mark.django_db
def test_check_in_closes_the_places_of_the_absent_to_the_line():
    made = advanced(event(4, places=4, starts_at=soon(minutes=5), check_in_minutes=10))
    waits, not_there = player(), player()
    register(made, not_there)
    register(made, waits)
    Entry.objects.filter(tournament=made).update(checked_in_at=None)
    for number in (1, 2, 3):
        entry_check_in(tournament_id=made.pk, by=player_of(made, number))
    entry_check_in(tournament_id=made.pk, by=waits)
    act(made, Act.START)
    statuses = [entry(made, number).status for number in range(1, 7)]
    assert statuses == ["in", "in", "in", "absent", "absent", "in"]
    assert Notice.objects.filter(code="missed").count() == 2


@pytest.mark.django_db
def test_whoever_waited_in_vain_may_enter_late_and_so_may_the_absent():
    fields = {"places": 4, "late_entry_rounds": 2, "settings": {"rounds": 3}, "check_in_minutes": 10}
    made = advanced(event(4, starts_at=soon(minutes=5), **fields))
    waits = player()
    register(made, waits)
    for number in (1, 2, 3):
        entry_check_in(tournament_id=made.pk, by=player_of(made, number))
    Entry.objects.filter(tournament=made, number=5).update(checked_in_at=None)
    act(made, Act.START)
    assert [entry(made, number).status for number in (4, 5)] == ["absent", "absent"]
    assert register(made, player_of(made, 4)) == "in"
    with pytest.raises(refusals.Full):
        register(made, waits)
    assert entry(made, 4).joined_round == 2


@pytest.mark.django_db
def test_late_entry_until_the_round_that_was_announced():
    made = started(8, settings={"rounds": 3, "unplayed": {"late": "1/4"}}, late_entry_rounds=2)
    late = player()
    register(made, late)
    made = play_round(made)
    assert 9 in [number for table in tables(made, round__number=2) for number in numbers(table)]
    with pytest.raises(refusals.RegistrationClosed):
        register(made, player())


@pytest.mark.django_db
def test_who_comes_late_has_a_seed_of_their_own_also_where_somebody_left_before_the_first_round():
    made = event(8, settings={"rounds": 3}, late_entry_rounds=2)
    act_carry_out(tournament=made, act=Act.START, by=made.owner, state=made.state, facts={})
    entry_leave(tournament_id=made.pk, by=player_of(made, 3))
    register(advanced(made), player())
    assert [entry(made, number).seed for number in range(1, 10)] == [1, 2, 3, 4, 5, 6, 7, 8, 9]


@pytest.mark.django_db
@pytest.mark.parametrize("format_name", ["round-robin", "elimination"])
def test_no_late_entry_into_a_schedule_or_a_bracket(format_name):
    made = started(8, format=format_name, settings={}, late_entry_rounds=5)
    with pytest.raises(refusals.RegistrationClosed):
        register(made, player())
    with pytest.raises(refusals.NotNow):
        act(made, Act.ADD_ENTRY, player=player().name)


# --- Teams ---


@pytest.mark.django_db
def test_the_partner_is_asked_and_only_then_a_place_is_taken():
    made = event(places=2, options=PAIRS)
    ada, bo = player(), player()
    pair = team(captain=ada, partner=bo)
    assert register(made, ada, team=pair) == "invited"
    assert Notice.objects.get(player=bo).code == "invited"
    enter(made)
    enter(made)
    with pytest.raises(refusals.NothingToAgree):
        entry_agree(tournament_id=made.pk, by=ada)
    assert entry_agree(tournament_id=made.pk, by=bo).status == "waiting"


@pytest.mark.django_db
def test_teams_that_cannot_enter():
    made, ada = event(options=PAIRS), player()
    with pytest.raises(refusals.TeamNeeded):
        register(made, ada)
    with pytest.raises(refusals.TeamNotFull):
        register(made, ada, team=team(captain=ada))
    with pytest.raises(refusals.NotYourTeam):
        register(made, ada, team=team(partner=player()))
    with pytest.raises(refusals.SoloOnly):
        register(event(), ada, team=team(captain=ada, partner=player()))


@pytest.mark.django_db
def test_either_member_withdraws_for_both_and_the_other_is_told():
    made, ada, bo = event(options=PAIRS), player(), player()
    enter(made, team(captain=ada, partner=bo))
    entry_leave(tournament_id=made.pk, by=bo)
    assert entry(made, 1).status == "withdrawn"
    assert Notice.objects.filter(player=ada, code="withdrawn").count() == 1
    assert LogLine.objects.filter(tournament=made, act="withdraw", by=bo).count() == 1


@pytest.mark.django_db
def test_who_was_substituted_may_enter_for_themselves():
    made = event(4)
    former, newcomer = player_of(made, 1), player()
    act(made, Act.SUBSTITUTE, entry=1, player=newcomer.name)
    entry_leave(tournament_id=made.pk, by=newcomer)
    assert register(made, former) == "in"
    assert entry(made, 5).players.get().player == former


@pytest.mark.django_db
@pytest.mark.parametrize("by_the_organiser", [False, True])
def test_a_team_enters_again_after_a_substitute_has_withdrawn_it(by_the_organiser):
    made, pair, substitute = event(options=PAIRS, owner=staff()), team(partner=player()), player()
    enter(made, pair)
    act(made, Act.SUBSTITUTE, entry=1, player=substitute.name)
    entry_leave(tournament_id=made.pk, by=substitute)
    if by_the_organiser:
        act(made, Act.ADD_ENTRY, player=pair.name)
    else:
        assert register(made, pair.captain, team=pair) == "invited"
    members = {one.player for one in pair.members}
    assert {row.player for row in entry(made, 1).players.select_related("player")} == members
    assert entry(made, 1).status == ("in" if by_the_organiser else "invited")


@pytest.mark.django_db
def test_an_entry_that_comes_back_has_the_name_of_who_plays_now():
    made, newcomer = event(1), player()
    act(made, Act.SUBSTITUTE, entry=1, player=newcomer.name)
    entry_leave(tournament_id=made.pk, by=newcomer)
    assert register(made, newcomer) == "in"
    assert entry(made, 1).name == newcomer.name


# --- Added by an owner who is not on the staff ---


@pytest.mark.django_db
def test_whoever_is_added_by_name_is_asked_and_nothing_else_until_they_agree():
    """No place, no other event at the same hour that is closed to them, and no words of the owner's."""
    made, one = event(places=2, starts_at=soon(hours=5)), player()
    made = act(made, Act.ADD_ENTRY, player=one.name)
    assert entry(made, 1).status == "invited"
    act(made, Act.MESSAGE, text="Buy my things.")
    assert register(event(starts_at=soon(hours=5, minutes=10)), one) == "in"
    act(made, Act.CANCEL, reason="Buy my things.")
    assert list(Notice.objects.filter(player=one, tournament=made).values_list("code", "facts")) == [
        ("asked", {"by": made.owner.name})
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("make_one", [player, guest_create])
def test_whoever_was_asked_agrees_and_is_in_also_after_registration_has_closed(make_one):
    made, one = event(), make_one()
    made = act(act(made, Act.ADD_ENTRY, player=one.name), Act.CLOSE_REGISTRATION)
    assert entry_agree(tournament_id=made.pk, by=one).status == "in"
    act(made, Act.MESSAGE, text="Bring tea.")
    assert list(Notice.objects.filter(player=one).order_by("pk").values_list("code", flat=True)) == [
        "asked",
        "in",
        "message",
    ]


@pytest.mark.django_db
def test_of_a_team_that_is_added_everybody_agrees():
    made, pair = event(options=PAIRS), team(partner=player())
    made = act(made, Act.ADD_ENTRY, player=pair.name)
    one, other = (row.player for row in entry(made, 1).players.all())
    assert entry_agree(tournament_id=made.pk, by=one).status == "invited"
    with pytest.raises(refusals.NothingToAgree):
        entry_agree(tournament_id=made.pk, by=one)
    assert entry_agree(tournament_id=made.pk, by=other).status == "in"


@pytest.mark.django_db
def test_an_owner_who_adds_themselves_is_in():
    made = event()
    made = act(made, Act.ADD_ENTRY, player=made.owner.name)
    assert entry(made, 1).status == "in"


@pytest.mark.django_db
def test_who_says_no_is_asked_again_but_not_told_again():
    made, one = event(), player()
    for _ in range(2):
        made = act(made, Act.ADD_ENTRY, player=one.name)
        made = act(made, Act.DROP, entry=1)
    made = act(made, Act.ADD_ENTRY, player=one.name)
    entry_leave(tournament_id=made.pk, by=one)
    assert entry(made, 1).status == "withdrawn"
    assert list(Notice.objects.filter(player=one).values_list("code", flat=True)) == ["asked"]
    assert register(made, one) == "in"


@pytest.mark.django_db
def test_not_more_are_asked_than_there_are_places():
    made = event(places=2)
    for _ in range(2):
        made = act(made, Act.ADD_ENTRY, player=player().name)
    with pytest.raises(refusals.TooManyAsked):
        act(made, Act.ADD_ENTRY, player=player().name)


@pytest.mark.django_db
def test_asked_while_it_runs_one_agrees_says_no_or_leaves_the_site():
    made = started(8, settings={"rounds": 3})
    one, other, third = player(), player(), player()
    for newcomer in (one, other, third):
        made = act(made, Act.ADD_ENTRY, player=newcomer.name)
    assert entry_agree(tournament_id=made.pk, by=one).status == "in"
    assert (entry(made, 9).joined_round, entry(made, 9).seed) == (2, 9)
    entry_leave(tournament_id=made.pk, by=other)
    player_leave(player=third)
    assert [entry(made, number).status for number in (10, 11)] == ["withdrawn", "withdrawn"]
    assert document_check.check(document_of(play_to_the_end(made))) == []
