"""Requests to work a pool out again, and how far each is."""

from contextlib import suppress

from django.core.cache import cache
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError

from ratings.formulas.careers import Position
from ratings.models.pool import Pool

# A worker that was killed shows no progress any more after this.
PROGRESS_SECONDS = 60


class Replay(models.Model):
    """A request to work a pool out again from a position on, or from its first match; finished once it is done."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="replays", verbose_name=_("pool"))
    requested_at = models.DateTimeField(_("requested"), default=timezone.now)
    # The position of the first match to replay; none: from the first of the pool.
    from_finished_at = models.DateTimeField(_("from"), null=True)
    from_match = models.BigIntegerField(null=True)
    started_at = models.DateTimeField(_("begun"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)
    matches = models.PositiveIntegerField(_("matches"), default=0)

    class Meta:
        verbose_name = _("rebuild")
        verbose_name_plural = _("rebuilds")
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(from_finished_at=None, from_match=None)
                | Q(from_finished_at__isnull=False, from_match__isnull=False),
                name="replay_from_a_position",
            ),
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(started_at__isnull=False), name="replay_started_before_it_finished"
            ),
        ]
        indexes = [models.Index(fields=["pool"], condition=Q(finished_at=None), name="replay_unfinished")]

    def __str__(self) -> str:
        return f"{self.pool_id} {self.pk}"

    @property
    def position(self) -> Position | None:
        """The first match to replay; None for the first of the pool."""
        if self.from_finished_at is None or self.from_match is None:
            return None
        return Position(self.from_finished_at, self.from_match)

    @position.setter
    def position(self, position: Position | None) -> None:
        self.from_finished_at, self.from_match = position or (None, None)

    @property
    def is_finished(self) -> bool:
        return self.finished_at is not None

    # --- How far it is. Nobody sees its transaction, so the worker tells it through the cache. ---

    @property
    def progress(self) -> int:
        """How far it is, in hundredths."""
        if self.is_finished:
            return 100
        with suppress(RedisError):
            return int(cache.get(self.progress_key, 0))
        return 0

    def progress_tell(self, done: int, total: int) -> None:
        with suppress(RedisError):
            cache.set(self.progress_key, 100 * done // max(total, 1), PROGRESS_SECONDS)

    @property
    def progress_key(self) -> str:
        return f"ratings-replay-{self.pk}"
