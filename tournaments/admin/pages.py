"""Shared by the pages about one tournament: their frame, the state that was seen, and what has changed since."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from tournaments.act_words import act_in_words
from tournaments.admin.logs import facts_in_words
from tournaments.models import LogLine, Tournament

# Lines of the log shown on a stale page.
CHANGES_SHOWN_LIMIT = 20


@dataclass(frozen=True, slots=True)
class Change:
    """A line of the log in words."""

    at: datetime
    by: str
    words: str
    reason: str
    facts: str


def page_context(admin: Any, request: HttpRequest, tournament: Tournament | None, title: str) -> dict[str, Any]:
    """Return the context of a page in the admin."""
    return {
        **admin.admin_site.each_context(request),
        "opts": Tournament._meta,
        "tournament": tournament,
        "title": title,
    }


def seen_state(request: HttpRequest) -> int:
    """Return the state of the tournament that the submitted page showed; -1, which never matches, if it has none."""
    text = request.POST.get("state", "")
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def changes_since(tournament: Tournament, state: int) -> list[Change]:
    """Return what has been decided since a page was shown, newest first: who, what, and why."""
    lines = LogLine.objects.filter(tournament=tournament, state__gt=state).select_related("by")
    return [change_in_words(line) for line in lines[:CHANGES_SHOWN_LIMIT]]


def change_in_words(line: LogLine) -> Change:
    by = line.by.display_name if line.by else ""
    return Change(line.at, by, act_in_words(line.act), line.reason, facts_in_words(line.facts))
