"""Histories are written folio by folio: what begins a folio as a new row, what goes on with one is added to it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from ratings.formulas.crowds import Histories
from ratings.formulas.waves import Real, Whole
from ratings.models import GAMES_A_FOLIO
from ratings.services.parts import part_of
from ratings.services.rows import Columns, alike, rows_copy

FOLIO = {
    **dict.fromkeys(("revision_id", "player_id"), ">i8"),
    "number": ">i4",
    **dict.fromkeys(("since", "matches"), ">i8"),
    "ratings": ">f8",
}
# Nothing is added twice: whoever adds says how many games there have to be.
ADD = """
UPDATE {part} SET matches = matches || %s::bigint[], ratings = ratings || %s::float8[]
WHERE player_id = %s AND number = %s AND cardinality(matches) = %s
"""


class HistoryBroken(Exception):  # noqa: N818
    """A folio is not as long as the one who writes believes: somebody has written without holding the pool."""


class Parts(NamedTuple):
    """The part of a history that goes on each folio, for one folio after another."""

    players: Whole
    # The first game's number, the rating before it, and where it stands among all games of the histories.
    numbers: Whole
    before: Real
    begins: Whole
    sizes: Whole

    def take(self, chosen: NDArray[Any]) -> "Parts":
        return Parts(*(column[chosen] for column in self))


def folios_write(revision: int, players: Whole, histories: Histories) -> None:
    """Adds games to the histories of these players, who are in the order of the histories."""
    parts = parts_of(players, histories)
    new = parts.numbers % GAMES_A_FOLIO == 1
    if new.any():
        rows_copy(part_of(revision), FOLIO, folios_new(revision, histories, parts.take(new)))
    if not new.all():
        folios_go_on(revision, histories, parts.take(~new))


def parts_of(players: Whole, histories: Histories) -> Parts:
    """A history begins wherever it begins on a folio, and goes on at the beginning of each that follows."""
    last = histories.numbers + histories.counts - 1
    first_folio, last_folio = (histories.numbers - 1) // GAMES_A_FOLIO, (last - 1) // GAMES_A_FOLIO
    folios = last_folio - first_folio + 1
    whose, firsts = np.repeat(np.arange(len(players)), folios), np.cumsum(folios) - folios
    numbers = ((first_folio - firsts)[whose] + np.arange(len(whose))) * GAMES_A_FOLIO + 1
    numbers[firsts] = histories.numbers
    begins = (histories.starts - histories.numbers)[whose] + numbers
    before = histories.after[begins - 1]
    before[firsts] = histories.before
    return Parts(players[whose], numbers, before, begins, np.diff(begins, append=len(histories.after)))


def folios_new(revision: int, histories: Histories, parts: Parts) -> Iterator[Columns]:
    for chosen in alike(parts.sizes):
        own = parts.take(chosen)
        games = own.begins[:, None] + np.arange(own.sizes[0])
        yield {
            "revision_id": np.full(len(chosen), revision),
            "player_id": own.players,
            "number": own.numbers // GAMES_A_FOLIO,
            "since": histories.at[histories.turns[own.begins]],
            "matches": histories.matches[histories.turns[games]],
            "ratings": np.column_stack((own.before, histories.after[games])),
        }


def folios_go_on(revision: int, histories: Histories, parts: Parts) -> None:
    rows = []
    for player, number, _, begin, size in zip(*(column.tolist() for column in parts), strict=True):
        games = slice(begin, begin + size)
        folio, offset = divmod(number - 1, GAMES_A_FOLIO)
        rows.append(
            (histories.matches[histories.turns[games]].tolist(), histories.after[games].tolist(), player, folio, offset)
        )
    with connection.cursor() as cursor:
        cursor.executemany(ADD.format(part=part_of(revision)), rows)
        if cursor.rowcount != len(rows):
            raise HistoryBroken
