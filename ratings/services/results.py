"""Records finished matches in the books, once each; keeps what cannot be rated aside with the reason."""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction

from players.models import Player
from ratings.formulas.elo import MOST_SIDES
from ratings.formulas.places import places_of_sides
from ratings.models import Pool, RatedMatch, RatedSeat, Unratable
from ratings.refusals import NoResult, ResultMakesNoSense, UnknownPlayers, UnknownPool, UnratableResult
from ratings.reports import MatchReport


@transaction.atomic
def result_record(report: MatchReport) -> bool:
    """Takes a finished match into the books, to be settled. A second report of the same match changes nothing."""
    try:
        report_check(report)
    except UnratableResult as refusal:
        aside = Unratable(match_id=report.match_id, key=report.key, problem=refusal.code)
        Unratable.objects.bulk_create([aside], ignore_conflicts=True)
        return False
    assert report.finished_at is not None  # noqa: S101  (checked with the rest)
    Pool.objects.get_or_create(key=report.pool)
    known = {"key": report.key, "pool_id": report.pool, "finished_at": report.finished_at}
    match, is_new = RatedMatch.objects.get_or_create(match_id=report.match_id, defaults=known)
    if is_new:
        RatedSeat.objects.bulk_create(seats_of(match, report))
    return True


def seats_of(match: RatedMatch, report: MatchReport) -> list[RatedSeat]:
    """Each with the place in which its side is rated. Nobody is missing: the report was checked."""
    places = places_of_sides(report.sides, report.places, report.left)
    return [
        RatedSeat(match=match, seat=seat, player_id=player, side=side, place=places[side], left=left)
        for seat, (player, side, left) in enumerate(zip(report.players, report.sides, report.left, strict=True))
        if player is not None
    ]


def report_check(report: MatchReport) -> None:
    """Says what is wrong with a report, if anything is."""
    if report.finished_at is None or not report.places:
        raise NoResult
    if report.pool not in settings.RATING_POOLS:
        raise UnknownPool
    if not len(report.players) == len(report.sides) == len(report.left):
        raise ResultMakesNoSense
    places_check(report.sides, report.places)
    players_check(report.players)


def places_check(sides: Sequence[int], places: Sequence[int]) -> None:
    """Sides are numbered in the order in which they sit; members share a place; nobody is skipped over."""
    if len(sides) != len(places):
        raise ResultMakesNoSense
    if list(dict.fromkeys(sides)) != list(range(max(sides) + 1)) or not 2 <= max(sides) + 1 <= MOST_SIDES:
        raise ResultMakesNoSense
    by_side = dict(zip(sides, places, strict=True))
    if any(by_side[side] != place for side, place in zip(sides, places, strict=True)):
        raise ResultMakesNoSense
    if any(place != 1 + sum(other < place for other in by_side.values()) for place in by_side.values()):
        raise ResultMakesNoSense


def players_check(players: Sequence[int | None]) -> None:
    """Bots are never rated, and nobody plays against themselves."""
    known = Player.objects.filter(pk__in=[player for player in players if player is not None]).count()
    if known != len(players):
        raise UnknownPlayers
