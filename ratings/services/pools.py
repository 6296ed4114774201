"""A pool is written to by one at a time: whoever changes anything in it holds its row."""

from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from ratings.models import Correction, Pool, RatedMatch, Revision
from ratings.services.parts import part_begin, part_join

State = Revision.State
COUNTED = [RatedMatch.State.PENDING, RatedMatch.State.SETTLED]


def pool_lock(key: str) -> Pool:
    """The pool, held until the transaction ends."""
    return Pool.objects.select_for_update().get(pk=key)


def revision_live(pool: Pool) -> Revision:
    """The revision that people see; the first one begins with the first match. The pool is held."""
    live = Revision.objects.filter(pool=pool, state=State.LIVE).first()
    return live or revision_first(pool)


def revision_first(pool: Pool) -> Revision:
    first = Revision.objects.create(pool=pool, state=State.LIVE, live_at=timezone.now())
    part_begin(first.pk)
    part_join(first.pk)
    return first


def rebuild_begin(pool: Pool) -> Revision:
    """A new revision from the first match on, in place of one that is still being built. The pool is held.

    What the old one was to carry out, the new one carries out.
    """
    given_up = list(Revision.objects.select_for_update().filter(pool=pool, state=State.BUILDING))
    Revision.objects.filter(pk__in=[old.pk for old in given_up]).update(state=State.ABANDONED)
    total = RatedMatch.objects.filter(pool=pool, state__in=COUNTED).count()
    fresh = Revision.objects.create(pool=pool, state=State.BUILDING, total=total)
    part_begin(fresh.pk)
    Correction.objects.filter(revision__in=given_up).update(revision=fresh)
    return fresh


def rebuild_ensure(pool: Pool) -> Revision:
    """The revision that is being built, or a new one: two requests are one rebuild. The pool is held."""
    return Revision.objects.filter(pool=pool, state=State.BUILDING).first() or rebuild_begin(pool)


@transaction.atomic
def pool_rebuild(*, key: str) -> Revision:
    """Works a pool out again from its first match, whoever asks for it and however often."""
    return rebuild_ensure(pool_lock(key))


def rated_announce_on_commit(match_ids: Sequence[int]) -> None:
    """Tells the apps above, which settings name, that these matches have been rated. Only a nudge."""
    for path in settings.MATCHES_RATED_RECEIVERS if match_ids else ():
        receiver = import_string(path)
        transaction.on_commit(lambda receiver=receiver: receiver(match_ids), robust=True)  # type: ignore[misc]
