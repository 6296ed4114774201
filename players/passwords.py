"""Password validators."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class TranslatedMinimumLengthValidator(MinimumLengthValidator):
    """Says in our own words that a password is too short: Django changed its sentence, and its Italian one is stale."""

    def get_error_message(self) -> str:
        return ngettext(
            "This password is too short. It needs at least %(length)d character.",
            "This password is too short. It needs at least %(length)d characters.",
            self.min_length,
        ) % {"length": self.min_length}
