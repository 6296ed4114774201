"""Mails of notices: each sent once, whatever a mail server refuses and whoever is killed, however many workers."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.utils import timezone

from players.models import Player
from tests.players.builders import player
from tests.tournaments.services.events import act, enter, event
from tests.tournaments.services.mail_server import Gate, MailServer, mail_server
from tournaments.director.acts import Act
from tournaments.models import Notice, Tournament
from tournaments.services import mails
from tournaments.services.mails import mails_send, mails_sweep
from tournaments.services.notices import mail_choose

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings):
    with mail_server() as one:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = one.server_address
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        yield one


def verified(**fields) -> Player:
    one = player(**fields)
    EmailAddress.objects.create(user=one, email=one.email, verified=True, primary=True)
    return one


def told(made: Tournament, count: int) -> list[str]:
    """So many players are in, and hear so; their addresses in that order."""
    people = [verified() for _ in range(count)]
    for one in people:
        enter(made, one)
    return [one.email for one in people]


def later(**delta: float) -> None:
    """So much time goes by for all mails."""
    for notice in Notice.objects.all():
        notice.created_at -= timedelta(**delta)
        if notice.mail_due_at is not None:
            notice.mail_due_at -= timedelta(**delta)
        notice.save()


def due() -> int:
    return Notice.objects.filter(mail_due_at__isnull=False).count()


# --- Whom ---


def test_each_notice_is_mailed_once(server: MailServer):
    made = event()
    addresses = told(made, 3)
    assert (mails_send(), mails_send()) == (3, 0)
    assert server.taken == addresses
    assert (server.sessions, due()) == (1, 0)


def test_who_has_no_verified_address_or_wants_no_such_mail_is_passed_over(server: MailServer):
    made, one, unwilling = event(), player(), verified()
    EmailAddress.objects.create(user=one, email=one.email, verified=False, primary=True)
    mail_choose(player=unwilling, wanted=set(Notice.Kind.values) - {"registered"})
    for who in (one, unwilling):
        enter(made, who)
    assert (mails_send(), due(), server.sessions) == (0, 0, 0)
    act(made, Act.CANCEL)
    mails_send()
    assert server.taken == [unwilling.email]


def test_what_is_hours_old_is_not_mailed_any_more(server: MailServer):
    told(event(), 1)
    later(hours=7)
    assert (mails_sweep(), due(), server.taken) == (0, 0, [])


# --- What a mail server refuses ---


@pytest.mark.parametrize(("command", "answer"), [("RCPT", "550 no such user"), ("DATA", "554 not that one")])
def test_an_address_that_is_refused_for_good_costs_the_others_nothing(server: MailServer, caplog, command, answer):
    first, refused, last = told(event(), 3)
    server.answers[command, refused] = answer
    assert (mails_send(), mails_send()) == (3, 0)
    assert server.taken == [first, last]
    assert "mail refused" in caplog.text
    assert refused not in caplog.text


def test_an_address_that_is_refused_for_now_is_tried_again_after_the_others(server: MailServer):
    waits, other = told(event(), 2)
    server.answers["RCPT", waits] = "450 come again"
    assert mails_send() == 2
    assert server.taken == [other]
    server.answers.clear()
    assert mails_send() == 0
    later(minutes=5)
    assert mails_sweep() == 1
    assert server.taken == [other, waits]


@pytest.mark.parametrize(
    ("command", "answer"), [("CONNECT", "421 busy"), ("MAIL", "451 not now"), ("DATA", "452 no room")]
)
def test_a_mail_server_that_wants_nothing_now_is_tried_again_and_nothing_comes_twice(server, command, answer):
    first, second = told(event(), 2)
    place = {"CONNECT": "", "MAIL": "guildhall@localhost", "DATA": second}[command]
    server.answers[command, place] = answer
    with pytest.raises(OSError, match=r"421|451|452"):
        mails_send()
    assert mails_sweep() == 0
    server.answers.clear()
    assert mails_send() == (1 if command == "DATA" else 2)
    assert server.taken == [first, second]


def test_a_mail_server_that_is_away_costs_nothing(settings, server: MailServer):
    addresses = told(event(), 2)
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    with pytest.raises(OSError, match="refused"):
        mails_send()
    settings.EMAIL_PORT = port
    assert mails_send() == 2
    assert server.taken == addresses


def test_a_mail_that_cannot_be_written_costs_the_others_nothing(server: MailServer):
    broken, made = event(), event()
    told(broken, 1)
    Tournament.objects.filter(pk=broken.pk).update(name="Two\nlines")
    (address,) = told(made, 1)
    assert (mails_send(), due()) == (2, 0)
    assert server.taken == [address]


# --- Workers ---


def test_a_run_is_short_and_the_next_goes_on(server: MailServer, monkeypatch):
    monkeypatch.setattr(mails, "MAILS_PER_RUN_LIMIT", 2)
    addresses = told(event(), 3)
    assert [mails_send() for _ in range(3)] == [2, 1, 0]
    assert server.taken == addresses


@pytest.mark.django_db(transaction=True)
def test_two_workers_send_no_mail_twice_and_no_page_waits_for_a_mail_server(server: MailServer):
    first, second = told(event(), 2)
    gate = Gate()
    server.before_taking = lambda address: gate.wait() if address == first else None
    with ThreadPoolExecutor(1) as pool:
        one = pool.submit(closing, mails_send)
        assert gate.reached.wait(10)
        assert mails_send() == 1
        Notice.objects.filter(player__email=first).update(seen_at=timezone.now())
        gate.opened.set()
        assert one.result(10) == 1
    assert server.taken == [second, first]


def closing(action):
    try:
        return action()
    finally:
        connection.close()


def test_what_a_killed_worker_has_claimed_is_sent_once_the_claim_has_run_out(server: MailServer):
    (address,) = told(event(), 1)
    assert mails.notice_claim() is not None
    assert (mails_send(), mails_sweep()) == (0, 0)
    later(minutes=6)
    assert mails_sweep() == 1
    assert server.taken == [address]


def test_looking_for_mails_costs_the_same_however_many_have_been_sent(server, django_assert_num_queries):
    for count in (1, 4):
        told(event(), count)
        mails_send()
        with django_assert_num_queries(4):  # a savepoint and its release, what nobody wants, what is due
            mails_sweep()


def test_a_rehearsal_mails_nobody():
    made = event()
    Tournament.objects.filter(pk=made.pk).update(rehearsal=True)
    told(made, 1)
    assert (mails_send(), mail.outbox) == (0, [])
