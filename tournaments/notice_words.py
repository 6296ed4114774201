"""The words of a notice in the active language, on the site and in a mail."""

from dataclasses import dataclass
from urllib.parse import urljoin

from django.conf import settings
from django.db.models import Field
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.models import Notice, Tournament


@dataclass(frozen=True, slots=True)
class NoticeWords:
    """A notice's sentence for the list, and what a mail needs around it."""

    sentence: str
    subject: str
    url: str
    farewell: str


# By code: what has happened. The name of the tournament stands before it.
NOTICE_SENTENCES: dict[str, str | Promise] = {
    # registered
    "in": lazy("You are in."),
    "waiting": lazy("Every place is taken. You are on the waiting list."),
    "invited": lazy("%(by)s wants to enter with you. Say whether you agree."),
    "asked": lazy("%(by)s asks you to take part. Say whether you agree."),
    "promoted": lazy("A place is free, and it is yours: you are in."),
    "withdrawn": lazy("Your entry was withdrawn."),
    "not-admitted": lazy("No place became free in time. The tournament begins without you."),
    # check-in
    "open": lazy("Check-in is open. Say that you are there, or your place goes to somebody else."),
    "missed": lazy("You did not check in, so the tournament begins without you."),
    # seated
    "seated": lazy("Round %(round)s: your table is ready."),
    "bye": lazy("Round %(round)s: you rest in this round."),
    # changed
    "settings": lazy("The organiser has changed: %(what)s."),
    "taken-back": lazy("The pairing of round %(round)s was taken back. A new one follows."),
    "result": lazy("The result of table %(table)s in round %(round)s was changed: %(reason)s"),
    "called-off": lazy("Your match at table %(table)s was called off: %(reason)s"),
    "forfeited": lazy("You were put last at table %(table)s: %(reason)s"),
    "replay": lazy("Table %(table)s is played again: %(reason)s"),
    "reset": lazy("The stage begins again: %(reason)s"),
    "reopened": lazy("It is not over after all: a result was corrected, and tables of the bracket are played again."),
    "sits-out": lazy(
        "You sit out from the next round on, because you did not come to your table. Say when you are back."
    ),
    "dropped": lazy("You have dropped out. What you have played stays."),
    "disqualified": lazy("You were disqualified: %(reason)s"),
    "reinstated": lazy("You take part again."),
    "substituted": lazy("%(name)s plays for your entry now."),
    # cancelled
    "too-few": lazy("Cancelled: too few have come."),
    "organiser": lazy("Cancelled by the organiser: %(reason)s"),
    # message
    "message": lazy("The organiser writes: %(text)s"),
    "call": lazy("Round %(round)s, table %(table)s calls for you. %(text)s"),
    # place
    "place": lazy("It is over. Your place: %(place)s of %(of)s."),
}


def notice_words(notice: Notice) -> NoticeWords:
    """Return a notice in words. One with an unknown code says only that there is news."""
    sentence = str(NOTICE_SENTENCES.get(notice.code, _("There is news.")))
    facts = notice.facts | ({"what": settings_named(notice.facts["fields"])} if "fields" in notice.facts else {})
    return NoticeWords(
        sentence=sentence % facts if facts else sentence,
        subject=notice.tournament.name,
        url=urljoin(settings.ALLOWED_ORIGINS[0], notice.tournament.get_absolute_url()),
        farewell=_("You can turn these mails off on the page of your notices."),
    )


def settings_named(names: list[str]) -> str:
    """Return settings by the names that the form gives them."""
    known = {field.name: field for field in Tournament._meta.get_fields() if isinstance(field, Field)}
    return ", ".join(str(known[name].verbose_name) for name in names if name in known)
