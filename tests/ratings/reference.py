"""A second way to work a pool out, slow and obvious: every match that counts, from the first on, in dictionaries.

It shares with the ratings only what is said of one table (`ratings/formulas/elo.py`), which has tests of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from ratings.formulas.elo import START, average_of_others, expectations, strength_of_side
from ratings.formulas.schedule import k_for
from ratings.models import RatedMatch, RatingChange, Standing


class Book(NamedTuple):
    """A match that counts; the rest by seat."""

    finished_at: datetime
    match: int
    players: Sequence[int]
    sides: Sequence[int]
    places: Sequence[int]


Row = Mapping[str, Any]
# What rows say, by match and player; and by player.
Changes = dict[tuple[int, int], Row]
Standings = dict[int, Row]


def books_in(pool: str) -> list[Book]:
    counted = RatedMatch.objects.filter(pool=pool, state__in=["pending", "settled"]).prefetch_related("seats")
    return [Book(one.finished_at, one.pk, one.players, one.sides, one.places) for one in counted]


def worked_out(books: Iterable[Book]) -> tuple[Changes, Standings]:
    """Everything that the rows have to say of these matches."""
    changes: Changes = {}
    histories: dict[int, list[Row]] = {}
    for book in sorted(books, key=lambda one: (one.finished_at, one.match)):
        for row in one_match(book, histories):
            changes[book.match, row["player_id"]] = row
        for player in book.players:
            histories.setdefault(player, []).append(changes[book.match, player])
    return changes, {player: standing_after(history) for player, history in histories.items()}


def one_match(book: Book, histories: Mapping[int, Sequence[Row]]) -> list[Row]:
    before = [histories[player][-1]["after"] if player in histories else START for player in book.players]
    games = [len(histories.get(player, [])) for player in book.players]
    sides = sorted(set(book.sides))
    strengths = [
        strength_of_side([rating for rating, own in zip(before, book.sides, strict=True) if own == side])
        for side in sides
    ]
    place_of = dict(zip(book.sides, book.places, strict=True))
    rows: list[Row] = []
    for seat, player in enumerate(book.players):
        side = book.sides[seat]
        place = place_of[side]
        behind = sum(place < place_of[other] for other in sides)
        level = sum(place == place_of[other] for other in sides) - 1
        k, expected = k_for(games[seat]), expectations(strengths)[side]
        score = (2 * behind + level) / (2 * (len(sides) - 1))
        rows.append(
            {
                "match_id": book.match,
                "player_id": player,
                "finished_at": book.finished_at,
                "seat": seat,
                "side": side,
                "place": place,
                "sides": len(sides),
                "number": games[seat] + 1,
                "before": before[seat],
                "after": before[seat] + k * (score - expected),
                "k": k,
                "expected": expected,
                "score": score,
                "opponents": average_of_others(strengths)[side],
                "is_win": place == 1 and behind > 0,
            }
        )
    return rows


def standing_after(history: Sequence[Row]) -> Row:
    first, last = history[0], history[-1]
    return {
        "player_id": last["player_id"],
        "rating": last["after"],
        "games": len(history),
        "wins": sum(row["is_win"] for row in history),
        "first_at": first["finished_at"],
        "last_at": last["finished_at"],
        "last_match_id": last["match_id"],
    }


def stored(pool: str) -> tuple[Changes, Standings]:
    """The same as the database has it."""
    changes = RatingChange.objects.filter(pool=pool)
    standings = Standing.objects.filter(pool=pool)
    return (
        {(row["match_id"], row["player_id"]): without_keys(row) for row in changes.values()},
        {row["player_id"]: without_keys(row) for row in standings.values()},
    )


def without_keys(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in ("id", "pool_id")}
