"""A history to take along, as CSV or JSON: read and sent a piece at a time, however long it is."""

import csv
import io
import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_safe

from players.models import Player
from ratings.models import Standing
from ratings.selectors.standings import standing_of
from ratings.selectors.tables import Game, changes_numbered, games_of
from ratings.web.requests import player_or_404, pool_or_404

CHUNK = 1000
FIELDS = [
    "number", "finished_at", "match", "place", "sides", "seat", "before", "after", "k", "expected", "score",
    "opponents_average", "partners", "opponents",
]  # fmt: skip


class HistoryMoved(Exception):  # noqa: N818
    """The history was worked out anew while it was being sent. A broken download is better than a short one."""


@require_safe
def history_download(request: HttpRequest, name: str, pool: str, kind: str) -> HttpResponseBase:
    player = player_or_404(name)
    standing = standing_of(pool_or_404(pool), player)
    if standing is None:
        raise Http404
    written, content_type = (csv_of, "text/csv; charset=utf-8") if kind == "csv" else (json_of, "application/json")
    file = f"guildhall-{pool}-{player.pk}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{file}"', "X-Robots-Tag": "noindex"}
    return StreamingHttpResponse(written(player, standing), content_type=content_type, headers=headers)


async def pieces(standing: Standing) -> AsyncIterator[list[dict[str, Any]]]:
    """The games in order, so many at a time: two queries each."""
    for first in range(1, standing.games + 1, CHUNK):
        yield await sync_to_async(piece)(standing, range(first, min(first + CHUNK, standing.games + 1)))


def piece(standing: Standing, numbers: Sequence[int]) -> list[dict[str, Any]]:
    found = changes_numbered(standing, numbers)
    if len(found) < len(numbers):
        raise HistoryMoved
    return [row_of(game) for game in games_of([found[number] for number in numbers])]


def row_of(game: Game) -> dict[str, Any]:
    own = game.own
    people: Callable[[Any], list[dict[str, Any]]] = lambda changes: [  # noqa: E731
        {"name": one.player.display_name, "rating": one.before} for one in changes
    ]
    return {
        "number": own.number,
        "finished_at": own.finished_at.isoformat(),
        "match": own.match.key,
        "place": own.place,
        "sides": own.sides,
        "seat": own.seat,
        "before": own.before,
        "after": own.after,
        "k": own.k,
        "expected": own.expected,
        "score": own.score,
        "opponents_average": own.opponents,
        "partners": people(game.partners),
        "opponents": people(game.opponents),
    }


async def csv_of(_player: Player, standing: Standing) -> AsyncIterator[str]:
    yield csv_lines([FIELDS])
    async for rows in pieces(standing):
        yield csv_lines([[csv_cell(row[field]) for field in FIELDS] for row in rows])


def csv_lines(rows: Sequence[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def csv_cell(value: Any) -> Any:
    """People as "Ada 1500; Bea 1612". A name begins with a letter, so no cell is taken for a formula."""
    if isinstance(value, list):
        return "; ".join(f"{person['name']} {person['rating']:.0f}" for person in value)
    return value


async def json_of(player: Player, standing: Standing) -> AsyncIterator[str]:
    head = {"player": player.name, "pool": standing.revision.pool_id, "rating": standing.rating}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "games": ['
    separator = "\n"
    async for rows in pieces(standing):
        yield separator + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
        separator = ",\n"
    yield "\n]}\n"
