"""What organisers may change about results. The record of it is written with the change, and the pool is replayed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F

from players.models import Player
from ratings.models import Correction, Pool, RatedMatch, Revision
from ratings.refusals import ChangedMeanwhile, NothingToChange, ReasonMissing
from ratings.services.pools import COUNTED, pool_lock, rebuild_begin
from ratings.services.results import places_check

State, Kind = RatedMatch.State, Correction.Kind


@transaction.atomic
def result_correct(*, match: RatedMatch, version: int, places: Sequence[int], by: Player, reason: str) -> Revision:
    """Other places than the table's, by seat."""
    match = match_hold(match, version)
    places_check(match.sides, places)
    if list(places) == match.places or not match.counts:
        raise NothingToChange
    return match_change(match, Kind.CORRECTED, by, reason, places=list(places))


@transaction.atomic
def result_annul(*, match: RatedMatch, version: int, by: Player, reason: str) -> Revision:
    """The match does not count, for anybody."""
    match = match_hold(match, version)
    if not match.counts:
        raise NothingToChange
    return match_change(match, Kind.ANNULLED, by, reason, state=State.ANNULLED)


@transaction.atomic
def result_restore(*, match: RatedMatch, version: int, by: Player, reason: str) -> Revision:
    """A match that was annulled or struck out counts again."""
    match = match_hold(match, version)
    if match.counts:
        raise NothingToChange
    # Where the live revision still has it, because the rebuild without it is not done, it must not be settled again.
    live = match.changes.filter(revision__state=Revision.State.LIVE)
    return match_change(match, Kind.RESTORED, by, reason, state=State.SETTLED if live.exists() else State.PENDING)


@transaction.atomic
def player_strike(*, player: Player, by: Player, reason: str, since: datetime | None = None) -> int:
    """A cheater's matches do not count, for anybody who played in them: in all pools, all or from a day on."""
    theirs = RatedMatch.objects.filter(players__contains=[player.pk], state__in=COUNTED)
    if since is not None:
        theirs = theirs.filter(finished_at__gte=since)
    pools = sorted(set(theirs.order_by().values_list("pool_id", flat=True)))
    held = [pool_lock(key) for key in pools]  # in one order, so that two at once do not block each other
    struck = sum(pool_strike(pool, theirs.filter(pool=pool), player, by, reason) for pool in held)
    if not struck:
        raise NothingToChange
    return struck


def pool_strike(pool: Pool, theirs: Any, player: Player, by: Player, reason: str) -> int:
    matches = list(theirs)
    if not matches:
        return 0
    revision = rebuild_begin(pool)
    for match in matches:
        correction_write(match, Kind.STRUCK, by, reason, revision, {"state": State.STRUCK}, player)
    return theirs.update(state=State.STRUCK, version=F("version") + 1)


def match_hold(match: RatedMatch, version: int) -> RatedMatch:
    """The match as it is now, if it is what the organiser saw. The pool comes first, as everywhere."""
    pool_lock(match.pool_id)
    held = RatedMatch.objects.select_related("pool").select_for_update(of=("self",)).get(pk=match.pk)
    if held.version != version:
        raise ChangedMeanwhile
    return held


def match_change(match: RatedMatch, kind: Correction.Kind, by: Player, reason: str, **fields: Any) -> Revision:
    revision = rebuild_begin(match.pool)
    correction_write(match, kind, by, reason, revision, fields)
    RatedMatch.objects.filter(pk=match.pk).update(version=F("version") + 1, **fields)
    return revision


def correction_write(
    match: RatedMatch,
    kind: Correction.Kind,
    by: Player,
    reason: str,
    revision: Revision,
    fields: dict[str, Any],
    player: Player | None = None,
) -> None:
    if not reason.strip():
        raise ReasonMissing
    before = {"state": match.state, "places": match.places}
    Correction.objects.create(
        kind=kind,
        match=match,
        player=player,
        by=by,
        reason=reason,
        before=before,
        after=before | fields,
        revision=revision,
    )
