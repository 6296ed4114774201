"""Describes a tournament's status, and what comes next and when."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.due_words import PUBLIC_PROBLEM_SENTENCES
from tournaments.models import Tournament
from tournaments.selectors.own_entry import next_begins

Status = Tournament.Status
STATUSES: dict[str, str | Promise] = {
    Status.ANNOUNCED: lazy("Announced. Registration is not open yet."),
    Status.REGISTRATION: lazy("Registration is open."),
    Status.CLOSED: lazy("Registration is closed."),
    Status.CHECK_IN: lazy("Check-in is open: whoever takes part says that they are there."),
    Status.RUNNING: lazy("It is being played."),
    Status.FINISHED: lazy("It is over."),
    Status.CANCELLED: lazy("It was cancelled."),
}


@dataclass(frozen=True, slots=True)
class Moment:
    """What comes next, and when."""

    words: str
    at: datetime


def status_words(tournament: Tournament) -> str:
    """Return the status in a sentence."""
    if tournament.paused and not tournament.is_over:
        return str(PUBLIC_PROBLEM_SENTENCES["paused"])
    if tournament.status == Status.RUNNING and tournament.problem in PUBLIC_PROBLEM_SENTENCES:
        return str(PUBLIC_PROBLEM_SENTENCES[tournament.problem])
    if tournament.starts_at is None and not tournament.has_started and not tournament.is_over:
        by_hand = _(
            "It starts when its organiser says so."
        )  # not within an f-string, where the extraction of messages would miss it
        return f"{STATUSES[tournament.status]} {by_hand}"
    return str(STATUSES[tournament.status])


def next_moment(tournament: Tournament) -> Moment | None:
    """Return the next event that has a time. One query while it runs, none before."""
    match tournament.status:
        case Status.ANNOUNCED if tournament.registration_opens_at:
            return Moment(_("Registration opens"), tournament.registration_opens_at)
        case Status.REGISTRATION | Status.CLOSED if tournament.check_in_opens_at:
            return Moment(_("Check-in opens"), tournament.check_in_opens_at)
        case Status.RUNNING:
            following = next_begins(tournament)
            if following is None or following.starts_at is None:
                return None
            return Moment(_("Round %(number)s begins") % {"number": following.number}, following.starts_at)
        case Status.FINISHED | Status.CANCELLED:
            return None
    return Moment(_("It starts"), tournament.starts_at) if tournament.starts_at else None
