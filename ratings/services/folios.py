"""Histories are written folio by folio: what begins a folio as a new row, what goes on with one is added to it."""

from collections.abc import Iterator

import numpy as np
from django.db import connection

from ratings.formulas.crowds import Histories
from ratings.formulas.waves import Whole
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


def folios_write(revision: int, players: Whole, histories: Histories) -> None:
    """Adds games to the histories of these players, who are in the order of the histories."""
    offsets = (histories.numbers - 1) % GAMES_A_FOLIO
    begins = offsets == 0
    begins[histories.starts] = True
    first = np.flatnonzero(begins)
    sizes, whose = np.diff(first, append=len(offsets)), histories.spread(players)
    new = offsets[first] == 0
    if new.any():
        rows_copy(part_of(revision), FOLIO, folios_new(revision, whose, histories, first[new], sizes[new]))
    if not new.all():
        folios_go_on(revision, whose, histories, first[~new], sizes[~new])


def folios_new(revision: int, whose: Whole, histories: Histories, first: Whole, sizes: Whole) -> Iterator[Columns]:
    for chosen in alike(sizes):
        begin = first[chosen]
        games = begin[:, None] + np.arange(sizes[chosen[0]])
        yield {
            "revision_id": np.full(len(begin), revision),
            "player_id": whose[begin],
            "number": (histories.numbers[begin] - 1) // GAMES_A_FOLIO,
            "since": histories.at[begin],
            "matches": histories.matches[games],
            "ratings": np.column_stack((histories.before[begin], histories.after[games])),
        }


def folios_go_on(revision: int, whose: Whole, histories: Histories, first: Whole, sizes: Whole) -> None:
    rows = []
    for begin, size in zip(first.tolist(), sizes.tolist(), strict=True):
        games = slice(begin, begin + size)
        folio, offset = divmod(int(histories.numbers[begin]) - 1, GAMES_A_FOLIO)
        added = histories.matches[games].tolist(), histories.after[games].tolist()
        rows.append((*added, int(whose[begin]), folio, offset))
    with connection.cursor() as cursor:
        cursor.executemany(ADD.format(part=part_of(revision)), rows)
        if cursor.rowcount != len(rows):
            raise HistoryBroken
