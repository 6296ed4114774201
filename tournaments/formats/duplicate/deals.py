"""The deals of a round, the same at every table, and who sits where in which."""

import hmac

from tournaments.formats.entries import EntryId
from tournaments.formats.refusals import FormatRefusal
from tournaments.formats.tables import Table


class NoDeals(FormatRefusal):
    """A round of duplicate has at least one deal."""

    code = "no-deals"


def deal_secrets(secret: bytes, round_number: int, deals: int) -> tuple[bytes, ...]:
    """The secret of each deal of a round, which takes the place of a table's: nobody can tell one from another.

    Players contribute nothing to it, or the tables would differ; docs/record.md says how the seed follows.
    """
    if deals < 1:
        raise NoDeals("a round of duplicate has at least one deal", deals=deals)
    labels = (f"round {round_number}, deal {number}" for number in range(deals))
    return tuple(hmac.digest(secret, label.encode(), "sha256") for label in labels)


def seating(table: Table, deal: int) -> tuple[EntryId, ...]:
    """Everyone moves up a seat for each deal, so that after as many deals as seats all have sat everywhere."""
    shift = deal % len(table.entries)
    return table.entries[-shift:] + table.entries[:-shift] if shift else table.entries
