"""The words for what comes next in a tournament, and why it waits."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from tournaments.director.due import Blocked, Step, StepKind, due
from tournaments.director.situation import STATUSES_BEFORE_START, Situation
from tournaments.models import Tournament
from tournaments.models.tournament import STEP_FAILED

STEP_SENTENCES: dict[StepKind, str | Promise] = {
    StepKind.OPEN_REGISTRATION: lazy("Registration opens."),
    StepKind.CLOSE_REGISTRATION: lazy("Registration closes."),
    StepKind.OPEN_CHECK_IN: lazy("Check-in opens."),
    StepKind.START: lazy("The tournament starts."),
    StepKind.CANCEL: lazy("The tournament is cancelled, because too few have come."),
    StepKind.BEGIN_STAGE: lazy("Stage %(stage)s begins."),
    StepKind.PAIR_ROUND: lazy("Round %(round)s is paired."),
    StepKind.PUBLISH_ROUND: lazy("The pairing of round %(round)s is published."),
    StepKind.OPEN_TABLES: lazy("Tables are opened."),
    StepKind.BEGIN_TABLES: lazy("The tables begin."),
    StepKind.COLLECT_RESULTS: lazy("Results are read."),
    StepKind.FINISH_ROUND: lazy("Round %(round)s ends, and the standings are written."),
    StepKind.FINISH_STAGE: lazy("The stage ends."),
    StepKind.FINISH: lazy("The tournament ends with its ranking."),
}
# For the organiser: why nothing goes on without them, by the code of the director.
PROBLEM_SENTENCES: dict[str, str | Promise] = {
    "paused": lazy("It is paused. Nothing new is paired or opened until it is resumed."),
    "draft": lazy("A draft pairing waits for your approval. Look at it, swap two if need be, and publish it."),
    "next-stage": lazy("A stage has ended. The next one begins when you say so."),
    STEP_FAILED: lazy(
        "The last step failed. It is tried again every few seconds; the server's log says why it failed."
    ),
    "bracket": lazy("The bracket cannot go on: a match was called off. Enter its result, or have it played again."),
}
# The same for everybody else, without failed steps, which are tried again.
PUBLIC_PROBLEM_SENTENCES: dict[str, str | Promise] = {
    "paused": lazy("The organiser has paused it. What is being played goes on; nothing new begins."),
    "draft": lazy("A pairing waits for the organiser's approval."),
    "next-stage": lazy("The next stage begins when the organiser says so."),
    "bracket": lazy("The organiser has to decide a table before it goes on."),
}
# Short forms, for the organiser's lists.
PROBLEM_LABELS: dict[str, str | Promise] = {
    "paused": lazy("paused"),
    "draft": lazy("draft waits"),
    "next-stage": lazy("stage waits"),
    "bracket": lazy("bracket waits"),
    STEP_FAILED: lazy("a step fails"),
}


@dataclass(frozen=True, slots=True)
class NextStep:
    """What happens next by itself, and when; no time if something else must happen first."""

    sentence: str
    at: datetime | None = None
    waits_for_organiser: bool = False


def problem_in_words(code: str) -> str:
    return str(PROBLEM_SENTENCES.get(code, _("Nothing goes on before an organiser decides.")))


def failure_in_words(tournament: Tournament) -> str:
    """Return that the last step failed; nothing once a step was carried out, or after the end."""
    return problem_in_words(STEP_FAILED) if tournament.problem == STEP_FAILED and not tournament.is_over else ""


def problem_label(code: str) -> str:
    return str(PROBLEM_LABELS.get(code, _("waits")))


def next_step(now: Situation, time: datetime) -> NextStep | None:
    """Return what comes next; None once everything is over."""
    if now.status not in (*STATUSES_BEFORE_START, "running"):
        return None
    found = due(now, time)
    if isinstance(found, Blocked):
        return NextStep(problem_in_words(found.code), waits_for_organiser=True)
    if isinstance(found, Step):
        return NextStep(step_in_words(found), time)
    if found.until is None:
        return NextStep(what_it_waits_for(now))
    return NextStep(what_happens_at(now, found.until), found.until)


def step_in_words(step: Step) -> str:
    return str(STEP_SENTENCES[step.do]) % {"stage": step.stage, "round": step.round}


def what_happens_at(now: Situation, until: datetime) -> str:
    """Return what the director says is due at a future time."""
    then = due(now, until)
    if isinstance(then, Step):
        return step_in_words(then)
    if now.status in STATUSES_BEFORE_START:
        return _("The tournament starts, if at least %(fewest)s entries are in.") % {"fewest": now.fewest}
    return str(STEP_SENTENCES[StepKind.BEGIN_TABLES])


def what_it_waits_for(now: Situation) -> str:
    if now.status in STATUSES_BEFORE_START:
        return _("It starts when you say so.")
    count = now.being_played or now.undecided
    words = ngettext("One table is still being played.", "%(count)s tables are still being played.", count)
    return words % {"count": count}
