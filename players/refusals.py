"""The errors that players may be shown, and the base class of every app's. A bug is never one of these.

Every expected refusal in Guildhall is a subclass of `Refusal`: a code for programs and a sentence for people,
which is translated only when it is shown.
"""

from typing import ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Refusal(Exception):  # noqa: N818  (a refusal is an answer, not an error)
    """A service refuses an action; `message` is what the player reads."""

    message: ClassVar[str | Promise]

    def __init__(self) -> None:
        super().__init__(self.code)

    @property
    def code(self) -> str:
        return type(self).__name__


class NameTooShort(Refusal):
    message = _("That name is too short.")


class NameTooLong(Refusal):
    message = _("That name is too long.")


class NameHasStrangeCharacters(Refusal):
    message = _(
        "Some of these characters cannot stand in a name. Letters and digits can, and a dot or a hyphen between them."
    )


class NameMixesScripts(Refusal):
    message = _("Use letters of one alphabet only.")


class NameReserved(Refusal):
    message = _("That name is kept for the house.")


class NameTaken(Refusal):
    message = _("That name is taken.")


class NameTooSimilar(Refusal):
    message = _("That name looks too much like one that is taken.")


class EmailTaken(Refusal):
    message = _("That e-mail address belongs to another account.")


class AlreadySignedUp(Refusal):
    message = _("You are signed up already.")


class NoSuchPlayer(Refusal):
    message = _("Nobody here goes by that name.")


class GuestsCannot(Refusal):
    message = _("That is for players with an account. Sign up, and your history comes along.")


class GuestCannotJoin(Refusal):
    message = _("That player is a guest. Guests can join a team once they have signed up.")


class NotInTeam(Refusal):
    message = _("You are not in this team.")


class NotCaptain(Refusal):
    message = _("Only the captain can do that.")


class TeamFull(Refusal):
    message = _("This team already has two players.")


class TeamDisbanded(Refusal):
    message = _("This team has been disbanded.")


class TooManyTeams(Refusal):
    message = _("You are in as many teams as one player can be. Leave one first.")


class AlreadyInTeam(Refusal):
    message = _("That player is already in this team.")


class AlreadyInvited(Refusal):
    message = _("That player already has an invitation to this team.")


class TooManyInvitations(Refusal):
    message = _("This team has too many open invitations. Withdraw one first.")


class InvitationGone(Refusal):
    message = _("This invitation is no longer open.")


class NoPartner(Refusal):
    message = _("There is nobody to hand the team over to.")


class TooManyTokens(Refusal):
    message = _("You have as many tokens as one player can have. Revoke one first.")


class LastAdministrator(Refusal):
    message = _("You are the last administrator. Appoint another one first.")
