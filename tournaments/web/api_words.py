"""The API's calls in words, for the page at /api/."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CALLS: list[tuple[str, str | Promise]] = [
    ("GET tournaments?when=open", _("Public tournaments: open, upcoming, running or past.")),
    ("POST tournaments", _("Create a small tournament of your own, open for registration at once.")),
    ("GET tournaments/SLUG", _("Everything public about a tournament, as one document with an ETag.")),
    ("PUT tournaments/SLUG/entry", _("Enter, alone or with a team.")),
    ("POST tournaments/SLUG/entry/agree", _("Agree to the entry of your team.")),
    ("DELETE tournaments/SLUG/entry", _("Withdraw; once it has started, drop out.")),
    ("POST tournaments/SLUG/check-in", _("Say that you are there.")),
    ("GET tournaments/SLUG/acts", _("What you may do as an organiser now, and what it does.")),
    ("POST tournaments/SLUG/acts", _("Do it. Refused if something was decided since you looked.")),
    ("GET me", _("Your teams, and the tables where you are expected or playing.")),
    ("GET me/ratings", _("Your ratings, each with the address of its history.")),
    ("POST tables/KEY/contribution", _("Add your part of the chance before the cards are dealt.")),
]
