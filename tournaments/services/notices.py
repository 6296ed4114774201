"""Writes notices for players: a row each, which `mails.py` mails, and an announcement to their open pages."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from players.models import Player
from players.services.live_pages import announce_page_on_commit, player_group
from tournaments.models import MailTurnedOff, Notice, Tournament
from tournaments.services.nudges import mails_nudge


def notify(players: Iterable[Player], tournament: Tournament, kind: str, code: str, **facts: Any) -> None:
    """Write a notice for each player, in the transaction that it is about."""
    notify_each([(player, facts) for player in players], tournament, kind, code)


def notify_each(told: Sequence[tuple[Player, dict[str, Any]]], tournament: Tournament, kind: str, code: str) -> None:
    """Write notices with facts of their own for each player."""
    if tournament.rehearsal:
        return
    there = [(player, facts) for player, facts in told if not player.is_gone]
    now = timezone.now()
    notices = Notice.objects.bulk_create(
        Notice(
            player=player,
            tournament=tournament,
            kind=kind,
            code=code,
            facts=facts,
            created_at=now,
            mail_due_at=now,
        )
        for player, facts in there
    )
    for notice in notices:
        announce_page_on_commit(group=player_group(notice.player_id), parts=["your-table"], version=notice.pk)
    if notices:  # only a nudge: `mail_due_at` says the same to the sweep
        transaction.on_commit(mails_nudge, robust=True)


@transaction.atomic
def notices_mark_seen(*, player: Player) -> int:
    """Mark a player's notices as seen."""
    return Notice.objects.filter(player=player, seen_at=None).update(seen_at=timezone.now())


@transaction.atomic
def mail_choose(*, player: Player, wanted: Iterable[str]) -> None:
    """Store which kinds of notices a player wants by mail."""
    unwanted = set(Notice.Kind.values) - set(wanted)
    MailTurnedOff.objects.filter(player=player).exclude(kind__in=unwanted).delete()
    MailTurnedOff.objects.bulk_create(
        [MailTurnedOff(player=player, kind=kind) for kind in sorted(unwanted)], ignore_conflicts=True
    )
