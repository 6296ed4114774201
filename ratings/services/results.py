"""Finished matches come into the books, once each; what cannot be rated is kept aside with the reason."""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction

from players.models import Player
from ratings.formulas.elo import MOST_SIDES
from ratings.formulas.places import places_of_sides
from ratings.models import Pool, RatedMatch, Unratable
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
    match = RatedMatch(
        match_id=report.match_id,
        key=report.key,
        pool_id=report.pool,
        finished_at=report.finished_at,
        players=list(report.players),
        sides=list(report.sides),
        places=rated_places(report.sides, report.places, report.left),
        left=list(report.left),
    )
    RatedMatch.objects.bulk_create([match], ignore_conflicts=True)
    return True


def rated_places(sides: Sequence[int], places: Sequence[int], left: Sequence[bool]) -> list[int]:
    """By seat, the place of its side."""
    by_side = places_of_sides(sides, places, left)
    return [by_side[side] for side in sides]


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
