"""Checks who may enter: registration is open, the conditions are met, and nobody plays two events at the same hour."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone

from players.models import Player, Team
from ratings.models import Standing
from tournaments.director.acts import Act, allowed
from tournaments.models import EntryPlayer, Stage, Tournament
from tournaments.refusals import (
    AccountClosed,
    AccountNeeded,
    InvitationNeeded,
    NotYourTeam,
    RatingOutside,
    RegistrationClosed,
    SameHour,
    SoloOnly,
    TeamNeeded,
    TeamNotFull,
    TooFewGames,
    WrongCode,
)
from tournaments.selectors.entries import pool_of, ratings_of_players
from tournaments.selectors.situations import situation_of

# Events that start closer together are at the same hour.
STARTS_DISTANCE_MINIMUM = timedelta(hours=1)


def registration_check(tournament: Tournament) -> None:
    """Refuse unless registration is open, check-in is open and registration not closed, or late entry is allowed."""
    now, status = timezone.now(), tournament.status
    if status == Tournament.Status.REGISTRATION:
        return
    closes = tournament.registration_closes_at
    if status == Tournament.Status.CHECK_IN and (closes is None or now < closes):
        return
    if status == Tournament.Status.RUNNING and late_entry_possible(tournament):
        return
    raise RegistrationClosed


def addition_check(tournament: Tournament) -> None:
    """Refuse unless an organiser could still add an entry: before the start, or in a Swiss while rounds are left."""
    if Act.ADD_ENTRY not in allowed(situation_of(tournament)):
        raise RegistrationClosed


def late_entry_possible(tournament: Tournament) -> bool:
    """Return whether the first stage is a running Swiss, and its last round for newcomers has not been paired."""
    stage = tournament.stages.filter(number=1, kind=Stage.Kind.SWISS, status=Stage.Status.RUNNING).first()
    return stage is not None and stage.rounds.count() < tournament.late_entry_rounds


def entrants(tournament: Tournament, by: Player, team: Team | None) -> list[Player]:
    """Return who would play: the player, or everyone in the team."""
    if not tournament.is_for_teams:
        if team is not None:
            raise SoloOnly
        return [by]
    if team is None:
        raise TeamNeeded
    members = [membership.player for membership in team.members]
    if by not in members:
        raise NotYourTeam
    return members


def team_check(tournament: Tournament, players: Sequence[Player]) -> None:
    """Refuse a team with fewer players than a side has."""
    if len(players) < tournament.mode.players_per_side:
        raise TeamNotFull


def conditions_check(tournament: Tournament, players: Sequence[Player], *, code: str, invited: bool) -> None:
    """Refuse unless everyone of the entry meets the organiser's conditions."""
    account_check(tournament, players)
    if tournament.code and code.strip().casefold() != tournament.code.strip().casefold():
        raise WrongCode
    if tournament.by_invitation and not invited:
        known = tournament.invited.filter(player__in=players).count()
        if known < len(players) and tournament.owner not in players:
            raise InvitationNeeded
    ratings_check(tournament, players)


def account_check(tournament: Tournament, players: Sequence[Player]) -> None:
    """Refuse guests in rated tournaments: only accounts have ratings."""
    if tournament.rated and any(player.is_guest for player in players):
        raise AccountNeeded


def ratings_check(tournament: Tournament, players: Sequence[Player]) -> None:
    limits = (tournament.rating_least, tournament.rating_most, tournament.games_least)
    if limits == (None, None, None):
        return
    standings = ratings_of_players(pool_of(tournament), [player.pk for player in players])
    for player in players:
        rating_check(tournament, standings.get(player.pk))


def rating_check(tournament: Tournament, standing: Standing | None) -> None:
    """Refuse a player outside the range of ratings or games; one without a rating is outside of any range."""
    games = standing.games if standing else 0
    if tournament.games_least is not None and games < tournament.games_least:
        raise TooFewGames
    if tournament.rating_least is None and tournament.rating_most is None:
        return
    least, most = tournament.rating_least or 0, tournament.rating_most or 10**6
    if standing is None or not least <= standing.rating <= most:
        raise RatingOutside


def players_lock(players: Sequence[Player]) -> None:
    """Lock these players, so that entering two events at once happens one after the other.

    Refused if one of them has deleted the account meanwhile, or was banned.
    """
    held = players_hold([player.pk for player in players])
    if not all(held.get(player.pk) for player in players):
        raise AccountClosed


def players_hold(player_ids: Iterable[int]) -> dict[int, bool]:
    """Lock players in the order of their keys, and return by key whether each is active."""
    held = Player.objects.select_for_update(no_key=True).filter(pk__in=player_ids).order_by("pk")
    return dict(held.values_list("pk", "is_active"))


def same_hour_check(tournament: Tournament, players: Sequence[Player]) -> None:
    """Refuse players who take part in another event at the same hour."""
    if tournament.starts_at is None:
        return
    near = Q(
        entry__tournament__starts_at__gt=tournament.starts_at - STARTS_DISTANCE_MINIMUM,
        entry__tournament__starts_at__lt=tournament.starts_at + STARTS_DISTANCE_MINIMUM,
    )
    others = EntryPlayer.objects.filter(near, player__in=players, active=True).exclude(tournament=tournament)
    over = [Tournament.Status.FINISHED, Tournament.Status.CANCELLED]
    if others.filter(entry__status__in=["in", "waiting"]).exclude(tournament__status__in=over).exists():
        raise SameHour
