"""Locks a tournament, stores and announces its changes, and writes its log."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from players.models import Player
from players.services.live_pages import announce_page_on_commit, group_name
from tournaments.models import LogLine, Tournament
from tournaments.refusals import Stale
from tournaments.selectors.versions import LISTED_ACTS
from tournaments.services.nudges import tournament_nudge

# Parts of a tournament's page, as its templates name them.
HEAD, ENTRIES, STANDINGS, ROUNDS, MINE = "head", "entries", "standings", "rounds", "mine"
ALL_PAGE_PARTS = (HEAD, ENTRIES, STANDINGS, ROUNDS, MINE)
# The group of the page that lists all tournaments.
LIST_GROUP = group_name("tournaments", "all")


def tournament_group(slug: str) -> str:
    return group_name("tournament", slug)


def tournament_lock(tournament_id: int, expected_state: int | None = None) -> Tournament:
    """Lock a tournament until the transaction ends; refuse as stale if its state is not the expected one.

    The lock is not on its key, so rows that refer to it can still be written.
    """
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if expected_state is not None and tournament.state != expected_state:
        raise Stale
    return tournament


def tournament_changed(
    tournament: Tournament, parts: Sequence[str] = ALL_PAGE_PARTS, *, decided: bool = False, **fields: Any
) -> None:
    """Store fields of a locked tournament, increment its version, and on commit wake the worker and open pages.

    With `decided`, for acts and steps, `state` is incremented too; results and entries do not count there.
    """
    for name, value in fields.items():
        setattr(tournament, name, value)
    tournament.version += 1
    tournament.state += decided
    tournament.wake_at = timezone.now()
    counted = ["version", "state", "wake_at"] if decided else ["version", "wake_at"]
    tournament.save(update_fields=[*fields, *counted])
    announce_page_on_commit(group=tournament_group(tournament.slug), parts=parts, version=tournament.version)
    if not tournament.rehearsal:  # a rehearsal advances itself
        advance_on_commit(tournament.pk)


def tournament_announce(tournament_id: int, parts: Sequence[str]) -> None:
    """Increment the version and announce it to open pages, for changes without a decision: presence, live points."""
    with transaction.atomic():
        Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)
        slug, version = Tournament.objects.values_list("slug", "version").get(pk=tournament_id)
        announce_page_on_commit(group=tournament_group(slug), parts=parts, version=version)


def advance_on_commit(tournament_id: int) -> None:
    """Send the worker a task to carry out what is due. If it is lost, `wake_at` has the sweep do it."""
    transaction.on_commit(lambda: tournament_nudge(tournament_id), robust=True)


def log_act(
    tournament: Tournament, act: str, *, by: Player | None = None, reason: str = "", facts: dict[str, Any] | None = None
) -> None:
    """Log who did what and why, in the transaction that does it."""
    line = LogLine.objects.create(
        tournament=tournament, by=by, act=act, reason=reason, facts=facts or {}, state=tournament.state
    )
    if act in LISTED_ACTS:
        announce_page_on_commit(group=LIST_GROUP, parts=["lists"], version=line.pk)
