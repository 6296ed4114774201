"""Describes formats and what happens in them, for players."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import ngettext

from tournaments.selectors.estimates import Estimate, StageEstimate

Words = str | Promise
KINDS: dict[str, Words] = {
    "swiss": lazy("Swiss: everyone plays every round, against others who have done about as well so far."),
    "round-robin": lazy("Round robin: everyone meets everyone else as evenly as the tables allow."),
    "elimination": lazy("Elimination: whoever does not go on from a table is out."),
    "double-elimination": lazy("Double elimination: whoever falls out once plays on for a second chance."),
}
GROUPS_SENTENCE = lazy("Groups: everyone meets the others of their group as evenly as the tables allow.")
# Shown before anybody enters: no organiser need be asked while the event runs.
CUSTOMS: tuple[tuple[Words, Words], ...] = (
    (
        lazy("Late"),
        lazy("A table begins at its time. A bot plays in the chair of whoever is not there, until they come."),
    ),
    (
        lazy("Not there at all"),
        lazy("Who never came is last there, and sits out from the next round on until they say that they are back."),
    ),
    (
        lazy("Too few"),
        lazy(
            "With too few entries the start waits for 15 minutes; then the tournament is cancelled, and all are told."
        ),
    ),
    (
        lazy("Nobody left"),
        lazy(
            "When too few are left for a table, the stage ends where it stands, and everyone is ranked. For those who "
            "sit out the next round waits up to 15 minutes first."
        ),
    ),
)
CUT_CUSTOM = (
    lazy("A tie at the cut"),
    lazy("If points and tie-breaks say nothing, lots are drawn from the tournament's published seed."),
)


def stage_sentences(stage: StageEstimate) -> list[str]:
    """Describe a stage: its kind, its rounds, and who goes on."""
    found = [str(GROUPS_SENTENCE if stage.groups > 1 else KINDS[stage.kind])]
    if stage.groups > 1:
        found.append(_("There are %(count)s groups.") % {"count": stage.groups})
    if stage.rounds:
        found.append(ngettext("%(count)s round.", "%(count)s rounds.", stage.rounds) % {"count": stage.rounds})
    if stage.goes_on:
        found.append(goes_on_sentence(stage))
    if stage.table_advance and not stage.goes_on and stage.is_bracket:
        words = ngettext(
            "The winner of each table goes on.", "The first %(count)s of each table go on.", stage.table_advance
        )
        found.append(words % {"count": stage.table_advance})
    return found


def goes_on_sentence(stage: StageEstimate) -> str:
    said = {"count": stage.goes_on}
    if stage.groups > 1:
        return (
            ngettext("The first of each group goes on.", "The first %(count)s of each group go on.", stage.goes_on)
            % said
        )
    return ngettext("The first goes on.", "The first %(count)s go on.", stage.goes_on) % said


def length_words(estimate: Estimate) -> str:
    """Return the total length, to the next quarter of an hour."""
    quarters = max(1, -(-estimate.minutes // 15))
    hours, minutes = divmod(quarters * 15, 60)
    if not hours:
        return _("about %(minutes)s minutes") % {"minutes": minutes}
    if not minutes:
        return ngettext("about %(hours)s hour", "about %(hours)s hours", hours) % {"hours": hours}
    return _("about %(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes}
