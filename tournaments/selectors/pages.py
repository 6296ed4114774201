"""Versions of pages that live: what a socket says on arrival, and with every heartbeat."""

from django.db.models import Max

from tournaments.models import LogLine, Notice, Tournament

# Acts and steps that change the lists of tournaments.
LISTED_ACTS = (
    "create",
    "change",
    "open-registration",
    "close-registration",
    "open-check-in",
    "start",
    "finish",
    "cancel",
)


def tournament_version(slug: str) -> int | None:
    """How often a tournament's public page has changed; None if there is no such tournament."""
    return Tournament.objects.filter(slug=slug).values_list("version", flat=True).first()


def list_version() -> int:
    """A number that grows whenever a tournament is created, opened, begun or over."""
    return LogLine.objects.filter(act__in=LISTED_ACTS).aggregate(newest=Max("pk"))["newest"] or 0


def player_news_version(player_id: int) -> int:
    """The number of a player's newest notice."""
    newest = Notice.objects.filter(player=player_id).order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0
