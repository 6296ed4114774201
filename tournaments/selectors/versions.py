"""Reads the versions of live pages, which a socket sends when it connects and with every heartbeat."""

from django.db.models import Max

from tournaments.models import LogLine, Notice, Tournament

# The acts and steps that change the lists of tournaments.
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
    """Return how often a tournament's public page has changed; None if there is no such tournament."""
    return Tournament.objects.filter(slug=slug).values_list("version", flat=True).first()


def list_version() -> int:
    """Return a number that grows whenever a tournament is created, opened, begun or over."""
    return LogLine.objects.filter(act__in=LISTED_ACTS).aggregate(newest=Max("pk"))["newest"] or 0


def player_news_version(player_id: int) -> int:
    """Return the number of a player's newest notice."""
    newest = Notice.objects.filter(player=player_id).order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0
