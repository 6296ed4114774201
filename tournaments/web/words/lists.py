"""Joins names as the reader's language does."""

from collections.abc import Iterable, Mapping, Sequence

from babel.lists import format_list
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, to_locale
from django.utils.translation import gettext as _


def listed(parts: Sequence[str]) -> SafeString:
    """Join parts as in "one, two and three". The parts are safe already."""
    return mark_safe(format_list(list(parts), locale=to_locale(get_language() or "en")))  # noqa: S308


def name_marked(name: str) -> SafeString:
    """Isolate the direction of a name."""
    return format_html("<bdi>{}</bdi>", name)


def names_listed(numbers: Iterable[int], names: Mapping[int, str]) -> SafeString:
    """Join entries by their numbers; one whose name is not known is called by the number."""
    return listed([name_of(number, names) for number in numbers])


def name_of(number: int, names: Mapping[int, str]) -> SafeString:
    known = names.get(number)
    return name_marked(known if known else _("entry %(number)s") % {"number": number})
