"""Derives the deals of a round of duplicate, the same at every table, and who sits where in which."""

import hmac

from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.tables import Table


class NoDeals(FormatRefusal):
    """A round of duplicate has at least one deal."""

    code = "no-deals"


def deal_secrets(secret: bytes, round_number: int, deals: int) -> tuple[bytes, ...]:
    """Return the secret of each deal of a round, used in place of a table's own.

    Players contribute nothing to it, or the tables would differ; docs/record.md says how the seed follows.
    """
    if deals < 1:
        raise NoDeals("a round of duplicate has at least one deal", deals=deals)
    labels = (f"round {round_number}, deal {number}" for number in range(deals))
    return tuple(hmac.digest(secret, label.encode(), "sha256") for label in labels)


def seating(table: Table, deal: int) -> tuple[EntryId, ...]:
    """Return the seats of a deal: everyone moves up one for each deal, so that all sit everywhere once."""
    shift = deal % len(table.entries)
    return table.entries[-shift:] + table.entries[:-shift] if shift else table.entries
