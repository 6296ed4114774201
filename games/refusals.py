"""What a person may be told about a table when something cannot be done."""

from django.utils.translation import gettext_lazy as _

from players.refusals import Refusal


class TableGone(Refusal):
    message = _("This table is not open any more.")


class TableFull(Refusal):
    message = _("That seat is taken.")


class NotSeated(Refusal):
    message = _("You do not sit at this table.")


class NotHost(Refusal):
    message = _("Only the host can do that.")


class NotInvited(Refusal):
    message = _("This table is for others.")


class RatedNeedsPeople(Refusal):
    message = _("A rated table is for people only, without bots.")


class TooManyTables(Refusal):
    message = _("You already sit at as many tables as one player can. Finish or leave one first.")


class NotFinished(Refusal):
    message = _("This match is still being played.")


class TooQuick(Refusal):
    message = _("Not so fast, please.")


class NoTalkNow(Refusal):
    message = _("While cards are held, partners may not talk: only the preset phrases are allowed.")


class NoWords(Refusal):
    message = _("There is nothing to say in that.")
