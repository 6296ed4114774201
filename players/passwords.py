"""What a password has to be, where Django's own words will not do."""

from django.contrib.auth.password_validation import MinimumLengthValidator
from django.utils.translation import ngettext


class LongEnough(MinimumLengthValidator):
    """Django has changed its sentence, and its Italian translation still is of the old one."""

    def get_error_message(self) -> str:
        return ngettext(
            "This password is too short. It needs at least %(length)d character.",
            "This password is too short. It needs at least %(length)d characters.",
            self.min_length,
        ) % {"length": self.min_length}
