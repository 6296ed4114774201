"""Refusals of tournaments: what a person is told when something cannot be done."""

from typing import ClassVar

from django.utils.translation import gettext_lazy as _

from players.refusals import Refusal


class TournamentRefusal(Refusal):
    """A refusal with a code for programs; `status` is the API's, and `field` the one that was not understood, if
    any."""

    program_code: ClassVar[str] = "not-now"
    status: ClassVar[int] = 409
    field: ClassVar[str] = ""


class Stale(TournamentRefusal):
    message = _("Somebody has decided something meanwhile. Look again before you go on.")
    program_code = "stale"


class RegistrationClosed(TournamentRefusal):
    message = _("Registration is not open.")
    program_code = "registration-closed"


class AlreadyEntered(TournamentRefusal):
    message = _("You have entered already.")
    program_code = "already-entered"


class PartnerEntered(TournamentRefusal):
    message = _("Your partner has entered already, alone or in another team.")
    program_code = "already-entered"


class PlayerEntered(TournamentRefusal):
    message = _("That player takes part already.")
    program_code = "already-entered"


class SameHour(TournamentRefusal):
    message = _("You take part in another tournament at the same hour.")
    program_code = "same-hour"


class Full(TournamentRefusal):
    message = _("Every place is taken, and there is no waiting list any more.")
    program_code = "full"


class TooManyAsked(TournamentRefusal):
    message = _("As many have been asked as there are places. Wait for their answers, or take somebody out.")
    program_code = "full"


class AccountClosed(TournamentRefusal):
    message = _("That account was deleted or closed, so it cannot take part.")
    program_code = "account-closed"


class NotEntered(TournamentRefusal):
    message = _("You do not take part in this tournament.")
    program_code = "not-entered"
    status = 404


class NotNow(TournamentRefusal):
    message = _("That is not possible now.")


class CheckInClosed(TournamentRefusal):
    message = _("Check-in is not open.")
    program_code = "check-in-closed"


class NothingToAgree(TournamentRefusal):
    message = _("Nobody waits for your word here.")
    program_code = "not-now"


class AccountNeeded(TournamentRefusal):
    message = _("A rated tournament is for players with an account. Sign up, and your history comes along.")
    program_code = "account-needed"
    status = 403


class TeamNeeded(TournamentRefusal):
    message = _("This tournament is for teams of two: enter with one of your teams.")
    program_code = "team-needed"
    status = 400
    field = "team"


class SoloOnly(TournamentRefusal):
    message = _("In this tournament everyone plays for themselves.")
    program_code = "solo-only"
    status = 400
    field = "team"


class TeamNotFull(TournamentRefusal):
    message = _("That team has no partner yet.")
    program_code = "team-needed"


class NotYourTeam(TournamentRefusal):
    message = _("You are not in that team.")
    program_code = "not-your-team"
    status = 403


class WrongCode(TournamentRefusal):
    message = _("That is not the entry code.")
    program_code = "wrong-code"
    status = 403


class InvitationNeeded(TournamentRefusal):
    message = _("This tournament is by invitation.")
    program_code = "invitation-needed"
    status = 403


class RatingOutside(TournamentRefusal):
    message = _("Your rating is outside the range of this tournament.")
    program_code = "rating-outside"
    status = 403


class TooFewGames(TournamentRefusal):
    message = _("You have not played enough rated games for this tournament.")
    program_code = "too-few-games"
    status = 403


class NotAllowed(TournamentRefusal):
    message = _("Only the organisers of this tournament can do that.")
    program_code = "not-allowed"
    status = 403


class OwnTable(TournamentRefusal):
    message = _("You play there yourself: somebody else has to rule on that.")
    program_code = "own-table"
    status = 403


class NotAtTable(TournamentRefusal):
    message = _("You do not play at that table.")
    program_code = "not-allowed"
    status = 403


class ReasonNeeded(TournamentRefusal):
    message = _("Say why: the reason stays in the log.")
    program_code = "reason-needed"
    status = 400
    field = "reason"


class TextNeeded(TournamentRefusal):
    message = _("There is nothing to say in that.")
    program_code = "text-needed"
    status = 400
    field = "text"


class FileTooLarge(TournamentRefusal):
    message = _("That is too much for one import: at most 1,000 rows and one megabyte.")
    program_code = "too-large"
    status = 400


class FileNotText(TournamentRefusal):
    message = _("That file is not text in UTF-8. Save it as “CSV UTF-8” and try again.")
    program_code = "not-text"
    status = 400


class RowHasNoName(TournamentRefusal):
    message = _("There is no name in this row.")
    status = 400


class RowHasTooManyColumns(TournamentRefusal):
    message = _("This row has more columns than name and club.")
    status = 400


class RowHasOpenQuotes(TournamentRefusal):
    message = _("The quotation marks of this row do not match.")
    status = 400


class NoSuchEntry(TournamentRefusal):
    message = _("There is no such entry in this tournament.")
    program_code = "no-such-entry"
    status = 400
    field = "entry"


class NoSuchOtherEntry(NoSuchEntry):
    field = "other"


class NoSuchTable(TournamentRefusal):
    message = _("There is no such table in this tournament.")
    program_code = "no-such-table"
    status = 400
    field = "table"


class BadPlaces(TournamentRefusal):
    message = _("The result must name everyone at the table exactly once.")
    program_code = "bad-places"
    status = 400
    field = "places"


class NothingChanges(TournamentRefusal):
    message = _("That is how it stands already.")
    program_code = "nothing-changes"


class CannotSwap(TournamentRefusal):
    message = _("These two cannot be swapped: both must sit at tables of the draft, and not at the same one.")
    program_code = "cannot-swap"


class BadSettings(TournamentRefusal):
    message = _("These settings do not fit the format.")
    program_code = "bad-settings"
    status = 400
    field = "settings"


class BadOptions(BadSettings):
    message = _("The game has no such options.")
    field = "options"


class TooManyPlaces(TournamentRefusal):
    message = _("A tournament of one's own has 64 places at most.")
    program_code = "bad-settings"
    status = 400
    field = "places"


class TooManyTournaments(TournamentRefusal):
    message = _("You have as many tournaments under way as one player can have. Finish or cancel one first.")
    program_code = "too-many"


class StageOver(TournamentRefusal):
    message = _("That stage is over, and what it ended with stays.")
    program_code = "stage-over"


class TooEarlyToFinish(TournamentRefusal):
    message = _("There is nothing to rank yet: cancel the tournament instead.")
    program_code = "not-now"
