"""The refusals of tables, matches and talk, with what the player reads."""

from django.utils.translation import gettext_lazy as _

from players.refusals import Refusal


class TableGone(Refusal):
    message = _("This table is not open any more.")


class TableFull(Refusal):
    message = _("That seat is taken.")


class SeatKept(Refusal):
    message = _("That seat is kept for somebody who played the match before.")


class TableSealed(Refusal):
    message = _("This table was laid for those who sit at it. It begins by itself at its time.")


class NotSeated(Refusal):
    message = _("You do not sit at this table.")


class NotHost(Refusal):
    message = _("Only the host can do that.")


class NotInvited(Refusal):
    message = _("This table is for others.")


class NoTeam(Refusal):
    message = _("You are in no team yet, so nobody could join.")


class RatedNeedsPeople(Refusal):
    message = _("A rated table is for people only, without bots.")


class TooManyTables(Refusal):
    message = _("You already sit at as many tables as one player can. Finish or leave one first.")


class NotFinished(Refusal):
    message = _("This match is still being played.")


class RematchFull(Refusal):
    message = _("They play again, but every seat at that table is taken.")


class RematchBegun(Refusal):
    message = _("They play again already, this time without you.")


class TooQuick(Refusal):
    message = _("Not so fast, please.")


class NoTalkNow(Refusal):
    message = _("While cards are held, partners may not talk: only the preset phrases are allowed.")


class NoWords(Refusal):
    message = _("There is nothing to say in that.")
