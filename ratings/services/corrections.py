"""What organisers may change about results. The record of it is written with the change, and the pool is replayed.

The books change at once, the ratings only with the rebuild: a match that was corrected or restored is nothing to be
settled any more. Whatever the books count and the live revision has not, the rebuild that began with the change has.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from players.models import Player
from ratings.models import Correction, Pool, RatedMatch, Revision
from ratings.refusals import ChangedMeanwhile, NothingToChange, ReasonMissing
from ratings.selectors.strikes import matches_out_by, matches_to_strike
from ratings.services.pools import pool_lock, rebuild_begin
from ratings.services.results import places_check

State, Kind = RatedMatch.State, Correction.Kind


@transaction.atomic
def result_correct(*, match: RatedMatch, version: int, places: Sequence[int], by: Player, reason: str) -> Revision:
    """Other places than the table's, by seat."""
    match = match_hold(match, version)
    places_check(match.sides, places)
    if list(places) == match.places or not match.counts:
        raise NothingToChange
    change = {"places": list(places), "state": State.SETTLED}
    return matches_change(match.pool, [match], change, kind=Kind.CORRECTED, by=by, reason=reason)


@transaction.atomic
def result_annul(*, match: RatedMatch, version: int, by: Player, reason: str) -> Revision:
    """The match does not count, for anybody."""
    match = match_hold(match, version)
    if not match.counts:
        raise NothingToChange
    return matches_change(match.pool, [match], {"state": State.ANNULLED}, kind=Kind.ANNULLED, by=by, reason=reason)


@transaction.atomic
def result_restore(*, match: RatedMatch, version: int, by: Player, reason: str) -> Revision:
    """A match that was annulled or struck out counts again."""
    match = match_hold(match, version)
    if match.counts:
        raise NothingToChange
    return matches_change(match.pool, [match], {"state": State.SETTLED}, kind=Kind.RESTORED, by=by, reason=reason)


@transaction.atomic
def player_strike(*, player: Player, by: Player, reason: str, since: datetime | None = None) -> int:
    """A cheater's matches do not count, for anybody who played in them: in all pools, all or from a day on."""
    theirs = matches_to_strike(player, since)
    return pools_change(theirs, {"state": State.STRUCK}, kind=Kind.STRUCK, player=player, by=by, reason=reason)


@transaction.atomic
def strike_undo(*, strike: Correction, by: Player, reason: str) -> int:
    """All matches that went out with one strike count again, except for those that were changed since."""
    theirs = matches_out_by(strike)
    change = {"state": State.SETTLED}
    return pools_change(theirs, change, kind=Kind.RESTORED, player=strike.player, by=by, reason=reason)


def pools_change(theirs: Any, change: dict[str, Any], **why: Any) -> int:
    """Changes matches of several pools alike, and says how many those were."""
    pools = sorted(set(theirs.order_by().values_list("pool_id", flat=True)))
    held = [pool_lock(key) for key in pools]  # in one order, so that two at once do not block each other
    changed, at = 0, timezone.now()
    for pool in held:
        if matches := list(theirs.filter(pool=pool)):
            matches_change(pool, matches, change, at=at, **why)
            changed += len(matches)
    if not changed:
        raise NothingToChange
    return changed


def match_hold(match: RatedMatch, version: int) -> RatedMatch:
    """The match as it is now, if it is what the organiser saw. The pool comes first, as everywhere."""
    pool_lock(match.pool_id)
    held = RatedMatch.objects.select_related("pool").select_for_update(of=("self",)).get(pk=match.pk)
    if held.version != version:
        raise ChangedMeanwhile
    return held


def matches_change(pool: Pool, matches: Sequence[RatedMatch], change: dict[str, Any], **why: Any) -> Revision:
    """The books, the rebuild and the record. The rebuild begins last: it counts what there is to replay."""
    if not why["reason"].strip():
        raise ReasonMissing
    RatedMatch.objects.filter(pk__in=[match.pk for match in matches]).update(version=F("version") + 1, **change)
    revision = rebuild_begin(pool)
    Correction.objects.bulk_create(
        Correction(
            match=match,
            before={"state": match.state, "places": match.places},
            after={"state": match.state, "places": match.places} | change,
            revision=revision,
            **why,
        )
        for match in matches
    )
    return revision
