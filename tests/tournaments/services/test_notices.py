"""What players are told, where, and in which language."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.utils import translation

from players.models import Player
from tests.players.builders import player
from tests.tournaments.services.events import (
    PAIRS,
    act,
    advanced,
    enter,
    event,
    fresh,
    open_tables,
    play_to_the_end,
    player_of,
    soon,
    started,
)
from tournaments.director.acts import Act
from tournaments.models import Call, Notice, Tournament
from tournaments.notice_words import NOTICE_SENTENCES, notice_words
from tournaments.refusals import NotAllowed, NotNow, Stale
from tournaments.services.calls import call_make, calls_settle
from tournaments.services.creation import tournament_change
from tournaments.services.mails import mails_send
from tournaments.services.membership import entry_leave
from tournaments.services.notices import mail_choose, notices_mark_seen

pytestmark = pytest.mark.django_db


def codes(one: Player) -> list[str]:
    return list(Notice.objects.filter(player=one).order_by("pk").values_list("code", flat=True))


def verified(one: Player, **fields) -> Player:
    EmailAddress.objects.create(user=one, email=one.email, verified=True, primary=True, **fields)
    return one


def mailed(one: Player) -> int:
    """Have all mails sent; how many of them were to that player."""
    before = len(mail.outbox)
    mails_send()
    return sum(sent.to == [one.email] for sent in mail.outbox[before:])


def test_what_a_player_hears_from_registration_to_the_podium():
    made = event(3, settings={"rounds": 1}, starts_at=soon(minutes=30), check_in_minutes=20)
    one = player()
    enter(made, one)
    Tournament.objects.filter(pk=made.pk).update(starts_at=soon(minutes=10))
    made = advanced(made)
    assert codes(one) == ["in", "open"]
    made.entries.update(checked_in_at=soon())
    made = play_to_the_end(act(made, Act.START))
    assert codes(one) == ["in", "open", "seated", "place"]
    last = Notice.objects.filter(player=one).latest("pk")
    assert last.facts == {"place": 4, "of": 4}
    assert "4" in notice_words(last).sentence


def test_every_code_that_is_written_has_its_words():
    """Of all that the services of this evening write, none says merely that there is news."""
    made = started(8, settings={"rounds": 3}, automatic=True)
    table = open_tables(made)[0]
    where = {"stage": 1, "round": 1, "table": table.number}
    act(made, Act.FORFEIT, entry=table.slots.all()[0].entry.number, **where)
    act(made, Act.CALL_OFF, **where)
    act(made, Act.REPLAY, **where)
    act(made, Act.RESET_STAGE)
    act(made, Act.MESSAGE, text="100 % tea")
    act(made, Act.CANCEL)
    for notice in Notice.objects.filter(tournament=made):
        assert notice.code in NOTICE_SENTENCES
        assert "%(" not in notice_words(notice).sentence


def test_mails_go_to_verified_addresses_only():
    made, one, other = event(), verified(player()), player()
    EmailAddress.objects.create(user=other, email=other.email, verified=False, primary=True)
    enter(made, one)
    enter(made, other)
    assert (mailed(one), mailed(other)) == (1, 0)
    assert Notice.objects.filter(mail_due_at__isnull=False).count() == 0
    (sent,) = mail.outbox
    assert sent.to == [one.email]
    assert (sent.subject, "You are in." in sent.body) == ("Winter Open", True)


def test_a_kind_that_was_turned_off_is_not_mailed_but_shown():
    made, one = event(), verified(player())
    mail_choose(player=one, wanted=set(Notice.Kind.values) - {"registered"})
    enter(made, one)
    assert mailed(one) == 0
    assert codes(one) == ["in"]
    act(made, Act.CANCEL)
    assert mailed(one) == 1
    mail_choose(player=one, wanted=Notice.Kind.values)
    enter(event(), one)
    assert mailed(one) == 1


def test_a_mail_is_in_the_language_of_its_player():
    made = event()
    for language in ("it", "pt-br"):
        one = verified(player(language=language))
        enter(made, one)
        mailed(one)
        with translation.override(language):
            assert mail.outbox[-1].body.startswith(str(NOTICE_SENTENCES["in"]))
            assert mail.outbox[-1].body.endswith(notice_words(Notice.objects.get(player=one)).farewell)


def test_a_rehearsal_tells_nobody():
    made = event(4)
    before = Notice.objects.count()
    Tournament.objects.filter(pk=made.pk).update(rehearsal=True)
    act(made, Act.START)
    assert Notice.objects.count() == before


def test_notices_are_seen():
    made, one = event(), player()
    enter(made, one)
    assert notices_mark_seen(player=one) == 1
    assert notices_mark_seen(player=one) == 0


def test_a_partner_hears_that_the_team_has_dropped_out():
    made = started(2, options=PAIRS)
    leaving = player_of(made, 1)
    partner = made.entries.get(number=1).players.exclude(player=leaving).get().player
    entry_leave(tournament_id=made.pk, by=leaving)
    assert codes(partner)[-1] == "dropped"
    assert "dropped" not in codes(player_of(made, 1))


# --- Settings that change ---


def changed(made: Tournament, **fields) -> list[str]:
    now = fresh(made)
    return tournament_change(tournament_id=made.pk, by=now.owner, state=now.state, fields=fields)


def test_who_is_in_hears_what_has_changed_in_their_own_language():
    made, one = event(4, starts_at=soon(hours=2)), player(language="it")
    enter(made, one)
    assert changed(made, starts_at=soon(hours=3), prizes="A pie.") == ["prizes", "starts_at"]
    notice = Notice.objects.get(player=one, code="settings")
    assert notice.facts == {"fields": ["prizes", "starts_at"]}
    assert str(Tournament._meta.get_field("prizes").verbose_name) in notice_words(notice).sentence
    assert Notice.objects.filter(tournament=made, code="settings").count() == 5
    assert changed(made, prizes="A pie.") == []


@pytest.mark.parametrize("field", ["format", "settings", "options", "rated", "pace", "fewest", "rating_least", "code"])
def test_what_one_has_registered_for_does_not_change(field):
    made = event(4)
    value = {
        "format": "elimination",
        "settings": {"rounds": 9},
        "options": PAIRS,
        "rated": True,
        "pace": "standard",
        "fewest": 5,
        "rating_least": 1800,
        "code": "secret",
    }[field]
    with pytest.raises(NotNow):
        changed(made, **{field: value})


def test_settings_are_changed_by_organisers_who_have_just_looked():
    made = event(4)
    with pytest.raises(NotAllowed):
        tournament_change(tournament_id=made.pk, by=player(), state=made.state, fields={"prizes": "Mine."})
    with pytest.raises(Stale):
        tournament_change(tournament_id=made.pk, by=made.owner, state=made.state + 1, fields={"prizes": "Old."})


def test_a_call_from_a_table_reaches_whoever_runs_the_event(client):
    """Once, in the notices and on the event's page, until it is settled."""
    made = started(4)
    helper = player()
    made.organisers.add(helper)
    table = open_tables(made)[0]
    for _ in range(2):
        call_make(table=table, by=player_of(made, 1), text="The clock is wrong.")
    for one in (made.owner, helper):
        (notice,) = Notice.objects.filter(player=one, code="call")
        assert notice_words(notice).sentence == "Round 1, table 1 calls for you. The clock is wrong."
    client.force_login(made.owner)
    mine = f"{made.get_absolute_url()}parts/mine/"
    assert "The clock is wrong." in client.get(mine).content.decode()
    calls_settle(calls=Call.objects.all(), by=made.owner)
    assert "The clock is wrong." not in client.get(mine).content.decode()
