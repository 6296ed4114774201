"""The words of tie-breaks: a name, an abbreviation for a column, and a sentence that explains it."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = str | Promise


@dataclass(frozen=True, slots=True)
class TieBreakWords:
    """The words of one tie-break."""

    name: Words
    abbreviation: Words
    sentence: Words


TIE_BREAKS: dict[str, TieBreakWords] = {
    "opponents-mean": TieBreakWords(
        _("Opponents' mean"),
        pgettext_lazy("abbreviation of a tie-break", "OM"),
        _("The mean of your opponents' points a round: who met stronger opponents stands higher."),
    ),
    "opponents-opponents-mean": TieBreakWords(
        _("Opponents' opponents"),
        pgettext_lazy("abbreviation of a tie-break", "OOM"),
        _("The mean of your opponents' own opponents' mean: whose opponents had it harder stands higher."),
    ),
    "head-to-head": TieBreakWords(
        _("Head-to-head"),
        pgettext_lazy("abbreviation of a tie-break", "HH"),
        _("Who came out ahead where the tied met; it counts only if they all met each other equally often."),
    ),
    "wins": TieBreakWords(
        _("Wins"),
        pgettext_lazy("abbreviation of a tie-break", "W"),
        _("How many tables you won; a first place shared by two counts half, by three a third."),
    ),
    "game-points": TieBreakWords(
        _("Game points"),
        pgettext_lazy("abbreviation of a tie-break", "GP"),
        _("How far your points in the game lay above the mean of your table, as a mean over your rounds."),
    ),
    "performance": TieBreakWords(
        _("Performance rating"),
        pgettext_lazy("abbreviation of a tie-break", "PR"),
        _("The strength that would be expected to score what you scored against the opponents you met."),
    ),
    "lot": TieBreakWords(
        _("Draw of lots"),
        pgettext_lazy("abbreviation of a tie-break", "Lot"),
        _("Lots drawn from the tournament's published seed; the same all tournament long."),
    ),
}
