"""Mails notices to players, one at a time, at least once each.

A worker claims a notice by moving its `mail_due_at` ahead, and empties it once the mail server has taken or refused the
mail. One that is killed in between has its claim run out, and that one mail may come twice; none is lost. No row is
locked while the mail server is asked: pages that read or mark notices never wait for it.
"""

from datetime import timedelta
from smtplib import SMTPNotSupportedError, SMTPRecipientsRefused, SMTPResponseException, SMTPSenderRefused

import structlog
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone, translation

from tournaments.models import MailTurnedOff, Notice
from tournaments.notice_words import notice_words

log = structlog.get_logger("guildhall.tournaments")
# Mails of one run, so that the worker does other tasks in between.
MAILS_PER_RUN_LIMIT = 50
# Longer than the time-out of one mail.
CLAIM_DURATION = timedelta(minutes=5)
# Older notices are not mailed: "your table is ready" is of no use by then.
MAIL_AGE_LIMIT = timedelta(hours=6)
PERMANENT_SMTP_CODE_MINIMUM = 500


def mails_send() -> int:
    """Mail notices that are due, at most `MAILS_PER_RUN_LIMIT`, and return how many are settled.

    What the mail server refuses for good is logged and given up; an address that it refuses for now is tried again when
    the claim has expired. A mail server that is away, or accepts no mail now, ends the run with an `OSError`.
    """
    unwanted_mails_settle()
    dealt_with = 0
    if not mails_due().exists():
        return dealt_with
    with get_connection() as connection:
        while dealt_with < MAILS_PER_RUN_LIMIT and (notice := notice_claim()) is not None:
            notice_mail(connection, notice)
            dealt_with += 1
    return dealt_with


def mails_sweep() -> int:
    """Mail what a lost task or a killed worker has left. A mail server that is away is tried again by the next
    sweep."""
    try:
        return mails_send()
    except OSError as error:
        log.warning("mail server away", error=type(error).__name__)
        return 0


def mails_due() -> QuerySet[Notice]:
    return Notice.objects.filter(mail_due_at__lte=timezone.now())


@transaction.atomic
def unwanted_mails_settle() -> int:
    """Settle due notices without mailing them, in two statements; return how many.

    Those of players without a verified address, of kinds that they have turned off, and those that are too old.
    """
    addresses = EmailAddress.objects.filter(user=OuterRef("player"), verified=True, user__is_active=True)
    unwanted = MailTurnedOff.objects.filter(player=OuterRef("player"), kind=OuterRef("kind"))
    is_late = Q(created_at__lt=timezone.now() - MAIL_AGE_LIMIT)
    found = mails_due().filter(is_late | ~Exists(addresses) | Exists(unwanted))
    held = list(found.select_for_update(skip_locked=True, no_key=True).values_list("pk", flat=True))
    return Notice.objects.filter(pk__in=held).update(mail_due_at=None) if held else 0


@transaction.atomic
def notice_claim() -> Notice | None:
    """Claim the notice that has been due longest: no other worker takes it until the claim expires."""
    due = mails_due().select_for_update(skip_locked=True, no_key=True, of=("self",))
    notice = due.select_related("player", "tournament").order_by("mail_due_at", "pk").first()
    if notice is not None:
        Notice.objects.filter(pk=notice.pk).update(mail_due_at=timezone.now() + CLAIM_DURATION)
    return notice


def notice_mail(connection: BaseEmailBackend, notice: Notice) -> None:
    """Mail a claimed notice. The claim is released if the mail server ends the run."""
    address = address_of(notice)
    mails = [] if address is None else [mail_of(notice, address)]
    try:
        connection.send_messages(mails)
    except (SMTPRecipientsRefused, SMTPResponseException, SMTPNotSupportedError, ValueError) as error:
        if is_about_server(error):
            notice_settle(notice, claim_back=True)
            raise
        if not is_permanent(error):
            return
        log.warning("mail refused", notice=notice.pk, code=notice.code, error=type(error).__name__)
    except OSError:
        notice_settle(notice, claim_back=True)
        raise
    notice_settle(notice)


def notice_settle(notice: Notice, *, claim_back: bool = False) -> None:
    """Mark the mail as settled, or release the claim."""
    Notice.objects.filter(pk=notice.pk).update(mail_due_at=notice.mail_due_at if claim_back else None)


def is_about_server(error: Exception) -> bool:
    """Return whether the mail server refuses every mail now: it rejects the sender, or answers with a 4xx code."""
    if isinstance(error, SMTPSenderRefused):
        return True
    return isinstance(error, SMTPResponseException) and error.smtp_code < PERMANENT_SMTP_CODE_MINIMUM


def is_permanent(error: Exception) -> bool:
    """Return whether a mail was refused for good, or cannot be composed. For an address, a 4xx code means "later"."""
    if isinstance(error, SMTPRecipientsRefused):
        return any(code >= PERMANENT_SMTP_CODE_MINIMUM for code, _ in error.recipients.values())
    return True


def address_of(notice: Notice) -> str | None:
    """Return the player's verified address, the primary one if there are several."""
    found = EmailAddress.objects.filter(user=notice.player_id, verified=True, user__is_active=True)
    return found.order_by("-primary").values_list("email", flat=True).first()


def mail_of(notice: Notice, address: str) -> EmailMessage:
    """Compose the mail in the player's language."""
    with translation.override(notice.player.language or translation.get_language() or "en"):
        words = notice_words(notice)
        body = "\n\n".join([words.sentence, words.url, words.farewell])
        return EmailMessage(words.subject, body, to=[address])
