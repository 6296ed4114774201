"""Streams a history as CSV or JSON, a thousand games at a time."""

import csv
import io
import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_safe

from players.selectors import teams_with_members
from ratings.models import RatingChange, Standing
from ratings.selectors import partners
from ratings.selectors.changes import HistoryChanged
from ratings.selectors.games import Game, games_numbered
from ratings.selectors.partners import Pair, Together
from ratings.selectors.standings import standing_of
from ratings.web.requests import player_or_404, pool_or_404
from ratings.web.teams import pair_chosen, pairs_in

GAMES_PER_QUERY = 1000
FIELDS = [
    "number", "finished_at", "match", "place", "sides", "seat", "before", "after", "k", "expected", "score",
    "opponents_average", "partners", "opponents",
]  # fmt: skip
TEAM_FIELDS = [
    "number", "finished_at", "match", "place", "sides", "before", "after", "expected", "score", "opponents_average",
    *[f"{member}_{field}" for member in ("captain", "partner") for field in ("seat", "before", "after", "k")],
    "opponents",
]  # fmt: skip
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Download:
    """What is sent: whose it is, and the rows of so many games of theirs, some at a time."""

    name: str
    head: Row
    fields: list[str]
    games: int
    piece: Callable[[Sequence[int]], list[Row]]

    async def pieces(self) -> AsyncIterator[list[Row]]:
        for first in range(1, self.games + 1, GAMES_PER_QUERY):
            yield await sync_to_async(self.piece)(range(first, min(first + GAMES_PER_QUERY, self.games + 1)))

    def response(self, kind: str) -> HttpResponseBase:
        written, content_type = (csv_of, "text/csv; charset=utf-8") if kind == "csv" else (json_of, "application/json")
        file = f'attachment; filename="guildhall-{self.name}.{kind}"'
        headers = {"Content-Disposition": file, "X-Robots-Tag": "noindex"}
        return StreamingHttpResponse(written(self), content_type=content_type, headers=headers)


@require_safe
def history_download(request: HttpRequest, name: str, pool: str, kind: str) -> HttpResponseBase:
    player = player_or_404(name)
    standing = standing_of(pool_or_404(pool), player)
    if standing is None:
        raise Http404
    head = {"player": player.name, "pool": pool, "rating": standing.rating}
    rows = partial(piece, standing)
    return Download(f"{pool}-{player.pk}", head, FIELDS, standing.games, rows).response(kind)


@require_safe
def team_download(request: HttpRequest, pk: int, slug: str, pool: str, kind: str) -> HttpResponseBase:
    """What two partners played together, found in all games of the one who has played less."""
    team = get_object_or_404(teams_with_members(), pk=pk)
    if slug != team.slug:
        return redirect(f"team_rating_{kind}", team.pk, team.slug, pool)
    pair = pair_chosen(pairs_in(team), pool_or_404(pool))
    if pair is None:
        raise Http404
    names = {"captain": pair.own.player.display_name, "partner": pair.other.player.display_name}
    head = {"team": team.name, **names, "pool": pool, "rating": pair.rating}
    rows = partial(team_piece, pair, counted=count(1))
    return Download(f"{pool}-team-{team.pk}", head, TEAM_FIELDS, pair.fewer.games, rows).response(kind)


# --- Games as rows ---


def piece(standing: Standing, numbers: Sequence[int]) -> list[Row]:
    """One query. A download that a replay has overtaken breaks off: better than a wrong one."""
    games = games_numbered(standing, numbers)
    if len(games) < len(numbers):
        raise HistoryChanged
    return [row_of(game) for game in games.values()]


def team_piece(pair: Pair, numbers: Sequence[int], counted: Iterable[int]) -> list[Row]:
    """Two queries. Their games together are counted from 1 on."""
    looked = partners.look_at(pair, numbers)
    if len(looked.keys) < len(numbers):
        raise HistoryChanged
    return [team_row_of(game, number) for game, number in zip(looked.together.values(), counted, strict=False)]


def row_of(game: Game) -> Row:
    own = game.own
    return {
        **result_of(game, own.number),
        **member_of(own),
        "partners": people(game.partners),
        "opponents": people(game.opponents),
    }


def team_row_of(game: Together, number: int) -> Row:
    row = result_of(game, number) | {"opponents": people(game.opponents)}
    for name, change in zip(("captain", "partner"), game.members, strict=True):
        row |= {f"{name}_{field}": value for field, value in member_of(change).items()}
    return row


def result_of(game: Game | Together, number: int) -> Row:
    own = game.own
    return {
        "number": number,
        "finished_at": own.finished_at.isoformat(),
        "match": own.match.key,
        "place": own.place,
        "sides": own.sides,
        "before": game.before,
        "after": game.after,
        "expected": own.expected,
        "score": own.score,
        "opponents_average": own.opponents,
    }


def member_of(change: RatingChange) -> Row:
    """Seats are counted from 1, as on the pages."""
    return {"seat": change.seat + 1, "before": change.before, "after": change.after, "k": change.k}


def people(changes: Iterable[RatingChange]) -> list[Row]:
    return [{"name": one.player.display_name, "rating": one.before} for one in changes]


# --- Rows as text ---


async def csv_of(download: Download) -> AsyncIterator[str]:
    yield csv_lines([download.fields])
    async for rows in download.pieces():
        yield csv_lines([[csv_cell(row[field]) for field in download.fields] for row in rows])


def csv_lines(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def csv_cell(value: Any) -> Any:
    """People as "Ada 1500; Bea 1612". A name begins with a letter, so no cell is taken for a formula."""
    if isinstance(value, list):
        return "; ".join(f"{person['name']} {person['rating']:.0f}" for person in value)
    return value


async def json_of(download: Download) -> AsyncIterator[str]:
    yield json.dumps(download.head, ensure_ascii=False)[:-1] + ', "games": ['
    separator = "\n"
    async for rows in download.pieces():
        if rows:
            yield separator + ",\n".join(json.dumps(in_order(row, download.fields), ensure_ascii=False) for row in rows)
            separator = ",\n"
    yield "\n]}\n"


def in_order(row: Row, fields: Sequence[str]) -> Row:
    return {field: row[field] for field in fields}
