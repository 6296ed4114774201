"""Celery tasks: each calls one service."""

from celery import shared_task
from django.core.mail import EmailMessage
from django.core.management import call_command

from players.services import known_addresses, players


@shared_task
def guests_expire() -> None:
    players.guests_expire()


@shared_task
def sessions_expire() -> None:
    call_command("clearsessions")


@shared_task
def addresses_expire() -> None:
    known_addresses.addresses_expire()


@shared_task(autoretry_for=(OSError,), retry_backoff=10, retry_backoff_max=3600, max_retries=12)
def mail_send(*, subject: str, body: str, to: list[str]) -> None:
    """Send one mail; while the mail server does not answer, retry with growing delays for some hours."""
    EmailMessage(subject, body, to=to).send()
