"""Refusals for those who record or correct results."""

from django.utils.translation import gettext_lazy as _

from players.refusals import Refusal


class UnratableResult(Refusal):
    """A result that no rating can be worked out from. The code is kept with the match."""

    message = _("This match cannot be rated.")


class NoResult(UnratableResult):
    message = _("This match has no result.")


class UnknownPool(UnratableResult):
    message = _("There is no such list of ratings.")


class UnknownPlayers(UnratableResult):
    message = _("Somebody at this table is not a player, or sits there twice.")


class ResultMakesNoSense(UnratableResult):
    message = _("These places cannot be: sides share a place or stand behind as many as are ahead of them.")


class ChangedMeanwhile(Refusal):
    message = _("Somebody else has changed this match meanwhile. Look at it again first.")


class NothingToChange(Refusal):
    message = _("That would change nothing.")


class ReasonMissing(Refusal):
    message = _("Say why: it stays on record, and everyone concerned reads it.")
