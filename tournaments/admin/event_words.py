"""Describes an event: its statuses in order, its facts, and the columns of its standings."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Pace
from games.web.names import game_name, tournament_mode_name
from tournaments.models import Table, Tournament
from tournaments.models.tournament import Format
from tournaments.web.words.explanations import explanation_words
from tournaments.web.words.tie_breaks import TIE_BREAKS, TieBreakWords

LADDER_STATUSES = (
    Tournament.Status.ANNOUNCED,
    Tournament.Status.REGISTRATION,
    Tournament.Status.CLOSED,
    Tournament.Status.CHECK_IN,
    Tournament.Status.RUNNING,
    Tournament.Status.FINISHED,
)


class Rung(NamedTuple):
    """One status of the ladder: passed, current, or ahead."""

    words: str
    look: str


def ladder(tournament: Tournament) -> list[Rung]:
    """Return the statuses from the announcement to the end, and the event's current one."""
    if tournament.status == Tournament.Status.CANCELLED:
        return [Rung(str(Tournament.Status.CANCELLED.label), "now")]
    steps = [one for one in LADDER_STATUSES if has_rung(tournament, one)]
    here = steps.index(Tournament.Status(tournament.status))
    return [
        Rung(str(one.label), "now" if place == here else "behind" if place < here else "ahead")
        for place, one in enumerate(steps)
    ]


def has_rung(tournament: Tournament, status: Tournament.Status) -> bool:
    """Return whether an event has such a status: check-in only if required, closed registration only if it is
    closed."""
    if status == tournament.status:
        return True
    if status == Tournament.Status.CHECK_IN:
        return tournament.check_in_opens_at is not None
    return status != Tournament.Status.CLOSED or tournament.registration_closes_at is not None


def facts_of_event(tournament: Tournament) -> list[str]:
    """Return the event in a line: game, mode, format, time, rated or not."""
    return [
        game_name(tournament.game),
        tournament_mode_name(tournament.game, tournament.options["mode"]),
        str(Format(tournament.format).label),
        str(Pace(tournament.pace).label),
        _("rated") if tournament.rated else _("not rated"),
        places_in_words(tournament),
        *([_("rehearsal")] if tournament.rehearsal else []),
        *([] if tournament.automatic else [_("pairings wait for approval")]),
    ]


def places_in_words(tournament: Tournament) -> str:
    if tournament.places is None:
        return _("places without limit")
    return ngettext("%(count)s place", "%(count)s places", tournament.places) % {"count": tournament.places}


def tie_break_heads(names: Sequence[str]) -> list[TieBreakWords]:
    return [TIE_BREAKS[name] for name in names]


def why_together(table: Table, names: Mapping[int, str]) -> list[str]:
    """Explain a table in the reader's language; what has no translation, in the document's English."""
    return [*explanation_words(table.explanation, names)] or [(table.explanation or {}).get("text", "")]
