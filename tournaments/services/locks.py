"""The lock of a tournament, its log, and the news of what has changed."""

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
ALL_PARTS = (HEAD, ENTRIES, STANDINGS, ROUNDS, MINE)
# The group of the page that lists all tournaments.
LIST_GROUP = group_name("tournaments", "all")


def tournament_group(slug: str) -> str:
    return group_name("tournament", slug)


def tournament_lock(tournament_id: int, expected_state: int | None = None) -> Tournament:
    """The tournament as it is now, held until the transaction ends; refused if others have decided something since.

    Rows that refer to it can still be written meanwhile: the lock is not on its key.
    """
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)
    if expected_state is not None and tournament.state != expected_state:
        raise Stale
    return tournament


def tournament_changed(
    tournament: Tournament, parts: Sequence[str] = ALL_PARTS, *, decided: bool = False, **fields: Any
) -> None:
    """Store fields of a tournament that is held, count the change, wake the worker and tell open pages on commit.

    What was decided, by an organiser or by a step, counts in `state` too; results and entries do not.
    """
    for name, value in fields.items():
        setattr(tournament, name, value)
    tournament.version += 1
    tournament.state += decided
    tournament.wake_at = timezone.now()
    counted = ["version", "state", "wake_at"] if decided else ["version", "wake_at"]
    tournament.save(update_fields=[*fields, *counted])
    announce_page_on_commit(group=tournament_group(tournament.slug), parts=parts, version=tournament.version)
    if not tournament.rehearsal:  # whoever rehearses goes on by themselves
        advance_on_commit(tournament.pk)


def tournament_told(tournament_id: int, parts: Sequence[str]) -> None:
    """Count a change that nobody decides on, and tell open pages: presence, points of a running table."""
    with transaction.atomic():
        Tournament.objects.filter(pk=tournament_id).update(version=F("version") + 1)
        slug, version = Tournament.objects.values_list("slug", "version").get(pk=tournament_id)
        announce_page_on_commit(group=tournament_group(slug), parts=parts, version=version)


def advance_on_commit(tournament_id: int) -> None:
    """Ask the worker to carry out what is due. Only a nudge: `wake_at` says the same to the sweep."""
    transaction.on_commit(lambda: tournament_nudge(tournament_id), robust=True)


def log_act(
    tournament: Tournament, act: str, *, by: Player | None = None, reason: str = "", facts: dict[str, Any] | None = None
) -> None:
    """Write who did what and why, in the transaction that does it."""
    line = LogLine.objects.create(
        tournament=tournament, by=by, act=act, reason=reason, facts=facts or {}, state=tournament.state
    )
    if act in LISTED_ACTS:
        announce_page_on_commit(group=LIST_GROUP, parts=["lists"], version=line.pk)
