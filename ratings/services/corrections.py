"""What organisers may change about results. The record of it is written with the change, and the pool is replayed.

The books change at once, the ratings only with the replay: a match that was corrected or restored is nothing to be
settled any more. Nothing here locks the pool, so nobody waits for a replay that is under way: the matches are locked,
and what changes about them now is carried out by the next one.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from players.models import Player
from ratings.models import Correction, RatedMatch, RatedSeat, Replay
from ratings.refusals import ChangedMeanwhile, NothingToChange, ReasonMissing
from ratings.selectors.strikes import matches_out_by, matches_to_strike
from ratings.services.pools import replay_request
from ratings.services.results import places_check

State, Kind = RatedMatch.State, Correction.Kind


@transaction.atomic
def result_correct(*, match: RatedMatch, version: int, places: Sequence[int], by: Player, reason: str) -> Replay:
    """Other places than the table's, by seat."""
    match = match_lock(match, version)
    places_check(match.sides, places)
    if list(places) == match.places or not match.counts:
        raise NothingToChange
    for seat, place in zip(match.seats.all(), places, strict=True):
        RatedSeat.objects.filter(pk=seat.pk).update(place=place)
    after = {"state": State.SETTLED, "places": list(places)}
    return matches_change([match], after, kind=Kind.CORRECTED, by=by, reason=reason)


@transaction.atomic
def result_annul(*, match: RatedMatch, version: int, by: Player, reason: str) -> Replay:
    """The match does not count, for anybody."""
    match = match_lock(match, version)
    if not match.counts:
        raise NothingToChange
    return matches_change([match], {"state": State.ANNULLED}, kind=Kind.ANNULLED, by=by, reason=reason)


@transaction.atomic
def result_restore(*, match: RatedMatch, version: int, by: Player, reason: str) -> Replay:
    """A match that was annulled or struck out counts again."""
    match = match_lock(match, version)
    if match.counts:
        raise NothingToChange
    return matches_change([match], {"state": State.SETTLED}, kind=Kind.RESTORED, by=by, reason=reason)


@transaction.atomic
def player_strike(*, player: Player, by: Player, reason: str, since: datetime | None = None) -> int:
    """A cheater's matches do not count, for anybody who played in them: in all pools, all or from a day on."""
    theirs = matches_to_strike(player, since)
    return pools_change(theirs, {"state": State.STRUCK}, kind=Kind.STRUCK, player=player, by=by, reason=reason)


@transaction.atomic
def strike_undo(*, strike: Correction, by: Player, reason: str) -> int:
    """All matches that went out with one strike count again, except for those that were changed since."""
    theirs = matches_out_by(strike)
    after = {"state": State.SETTLED}
    return pools_change(theirs, after, kind=Kind.RESTORED, player=strike.player, by=by, reason=reason)


def pools_change(theirs: QuerySet[RatedMatch], after: dict[str, Any], **why: Any) -> int:
    """Changes matches of several pools alike, and says how many those were."""
    locked = (
        theirs.select_for_update(no_key=True, of=("self",))
        .order_by("finished_at", "match_id")
        .prefetch_related("seats")
    )
    by_pool: dict[str, list[RatedMatch]] = {}
    for match in locked:
        by_pool.setdefault(match.pool_id, []).append(match)
    if not by_pool:
        raise NothingToChange
    at = timezone.now()
    for matches in by_pool.values():
        matches_change(matches, after, at=at, **why)
    return sum(len(matches) for matches in by_pool.values())


def match_lock(match: RatedMatch, version: int) -> RatedMatch:
    """The match as it is now, if it is what the organiser saw."""
    locked = RatedMatch.objects.select_for_update(no_key=True).prefetch_related("seats").get(pk=match.pk)
    if locked.version != version:
        raise ChangedMeanwhile
    return locked


def matches_change(matches: Sequence[RatedMatch], after: dict[str, Any], **why: Any) -> Replay:
    """Writes the books, the record and what is to be replayed, for matches of one pool, in order."""
    if not why["reason"].strip():
        raise ReasonMissing
    first, match_ids = matches[0], [match.pk for match in matches]
    RatedMatch.objects.filter(pk__in=match_ids).update(version=F("version") + 1, state=after["state"])
    replay = replay_request(first.pool_id, first.position)
    corrections = []
    for match in matches:
        before = {"state": match.state, "places": match.places}
        corrections.append(Correction(match=match, before=before, after=before | after, replay=replay, **why))
    Correction.objects.bulk_create(corrections)
    return replay
