"""Pages of lists, each with the URL of the next."""

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.api.answers import NotUnderstood

Row = TypeVar("Row", bound=Model)
PAGE_NUMBER_LIMIT = 10_000


def page_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= PAGE_NUMBER_LIMIT):
        raise NotUnderstood({"page": _("A number from 1.")})
    return int(text)


def slice_of(rows: QuerySet[Row], number: int, size: int) -> tuple[list[Row], bool]:
    """Return the rows of a page, and whether there are more."""
    found = list(rows[(number - 1) * size : number * size + 1])
    return found[:size], len(found) > size


def next_page(request: HttpRequest, number: int, more: bool) -> str | None:
    """Return the same URL with the next number."""
    if not more:
        return None
    query = request.GET.copy()
    query["page"] = str(number + 1)
    return f"{request.build_absolute_uri(request.path)}?{query.urlencode()}"
