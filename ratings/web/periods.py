"""The periods that a picture can show."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class Period(NamedTuple):
    key: str
    title: str | Promise
    length: timedelta | None

    def start(self, now: datetime) -> datetime | None:
        return now - self.length if self.length else None


PERIODS = {
    "month": Period("month", _("Month"), timedelta(days=30)),
    "quarter": Period("quarter", _("Quarter"), timedelta(days=91)),
    "year": Period("year", _("Year"), timedelta(days=365)),
    "all": Period("all", _("All"), None),
}


def period_named(key: str) -> Period:
    """All of it, for anything that is no period."""
    return PERIODS.get(key, PERIODS["all"])
