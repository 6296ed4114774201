"""Tells players what they should know: a row each, a word to their open pages, and a mail to a verified address."""

from collections.abc import Iterable, Sequence
from typing import Any

from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.utils import timezone, translation

from players.models import Player
from players.services.live_pages import announce_page_on_commit, player_group
from tournaments.models import MailTurnedOff, Notice, Tournament
from tournaments.notice_words import notice_words
from tournaments.services.nudges import task_send

# Mails of one task; a mail server that is away costs no more than these.
MAILS_PER_TASK = 50


def notify(players: Iterable[Player], tournament: Tournament, kind: str, code: str, **facts: Any) -> None:
    """Write a notice for each player, in the transaction that gives the reason for it."""
    notify_each([(player, facts) for player in players], tournament, kind, code)


def notify_each(told: Sequence[tuple[Player, dict[str, Any]]], tournament: Tournament, kind: str, code: str) -> None:
    """The same with facts of their own for each."""
    if tournament.rehearsal:
        return
    there = [(player, facts) for player, facts in told if not player.is_gone]
    notices = Notice.objects.bulk_create(
        Notice(player=player, tournament=tournament, kind=kind, code=code, facts=facts) for player, facts in there
    )
    for notice in notices:
        announce_page_on_commit(group=player_group(notice.player_id), parts=["your-table"], version=notice.pk)
    for start in range(0, len(notices), MAILS_PER_TASK):
        mail_on_commit([notice.pk for notice in notices[start : start + MAILS_PER_TASK]])


def mail_on_commit(notice_ids: list[int]) -> None:
    """Have the worker send mails; a bus that is away costs the mails, and holds up nobody."""
    transaction.on_commit(lambda: task_send("tournaments.tasks.notices_mail", [notice_ids]), robust=True)


def notices_mail(notice_ids: Sequence[int]) -> int:
    """Send mails about notices to those who have a verified address and want such mails; say how many."""
    notices = list(Notice.objects.filter(pk__in=notice_ids).select_related("player", "tournament"))
    addresses = addresses_of([notice.player_id for notice in notices])
    unwanted = set(
        MailTurnedOff.objects.filter(player__in=[notice.player_id for notice in notices]).values_list("player", "kind")
    )
    wanted = [
        mail_of(notice, addresses[notice.player_id])
        for notice in notices
        if notice.player_id in addresses and (notice.player_id, notice.kind) not in unwanted
    ]
    return get_connection().send_messages(wanted) or 0 if wanted else 0


def addresses_of(player_ids: Sequence[int]) -> dict[int, str]:
    """Verified addresses, the primary one of each player."""
    found = EmailAddress.objects.filter(user__in=player_ids, verified=True, user__is_active=True)
    return dict(found.order_by("primary").values_list("user_id", "email"))


def mail_of(notice: Notice, address: str) -> EmailMessage:
    """A mail in the player's language."""
    with translation.override(notice.player.language or translation.get_language() or "en"):
        words = notice_words(notice)
        body = "\n\n".join([words.sentence, words.url, words.farewell])
        return EmailMessage(words.subject, body, to=[address])


@transaction.atomic
def notices_mark_seen(*, player: Player) -> int:
    """A player has looked at their notices."""
    return Notice.objects.filter(player=player, seen_at=None).update(seen_at=timezone.now())


@transaction.atomic
def mail_choose(*, player: Player, wanted: Iterable[str]) -> None:
    """Which kinds of notices a player wants by mail."""
    unwanted = set(Notice.Kind.values) - set(wanted)
    MailTurnedOff.objects.filter(player=player).exclude(kind__in=unwanted).delete()
    MailTurnedOff.objects.bulk_create(
        [MailTurnedOff(player=player, kind=kind) for kind in sorted(unwanted)], ignore_conflicts=True
    )
