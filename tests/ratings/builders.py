"""Results for tests: who sat where and who came in which place, recorded as the games app does it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, NamedTuple

from django.db import connection

from players.models import Player
from ratings.models import GAMES_A_FOLIO, Folio, RatedMatch, Revision, Standing
from ratings.reports import MatchReport
from ratings.services.parts import part_of
from ratings.services.results import result_record
from tests.players.builders import player

SOLO, TEAMS = "pot-de-vin-solo", "pot-de-vin-teams"
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
numbers = count(1)


def report(players: Sequence[Player], places: Sequence[int], minute: float = 0, **fields: Any) -> MatchReport:
    """Each for themselves, unless sides are given."""
    number = fields.pop("match_id", None) or next(numbers)
    return MatchReport(
        match_id=number,
        key=f"match-{number}",
        pool=fields.pop("pool", SOLO),
        finished_at=NOON + timedelta(minutes=minute),
        players=[one.pk for one in players],
        sides=fields.pop("sides", range(len(players))),
        places=places,
        left=fields.pop("left", [False] * len(players)),
        **fields,
    )


def recorded(players: Sequence[Player], places: Sequence[int], minute: float = 0, **fields: Any) -> RatedMatch:
    """A match in the books, waiting to be settled."""
    told = report(players, places, minute, **fields)
    assert result_record(told)
    return RatedMatch.objects.get(pk=told.match_id)


def crowd(number: int) -> list[Player]:
    return [player() for _ in range(number)]


def season(people: Sequence[Player], matches: int, seed: int = 1) -> list[RatedMatch]:
    """Many matches at tables of three to five, a minute apart, ties among them."""
    chance, found = Random(seed), []
    for minute in range(matches):
        table = chance.sample(people, chance.randint(3, min(5, len(people))))
        points = [chance.randint(0, 6) for _ in table]
        found.append(recorded(table, [1 + sum(other > own for other in points) for own in points], minute))
    return found


class Written(NamedTuple):
    """A game as it stands in somebody's history."""

    player: int
    number: int
    match: int
    before: float
    after: float


def written(**chosen: Any) -> list[Written]:
    """Game by game, what folios say that people see, in all revisions or in those chosen."""
    return [
        Written(one.player_id, one.number * GAMES_A_FOLIO + place + 1, match, *one.ratings[place : place + 2])
        for one in Folio.objects.filter(**chosen).order_by("revision", "player", "number")
        for place, match in enumerate(one.matches)
    ]


def games_aside(revision: Revision) -> int:
    """How many games are written in a revision, whether people see it or not."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT coalesce(sum(cardinality(matches)), 0) FROM {part_of(revision.pk)}")  # noqa: S608
        return int(cursor.fetchone()[0])


def everything(pool: str = SOLO) -> dict[str, list[tuple[Any, ...]]]:
    """All that the live revision of a pool says, bit by bit, without the number of the revision."""
    live = Revision.objects.filter(pool=pool, state="live")
    return {
        model.__name__: sorted(
            (
                row
                for row in model.objects.filter(revision__in=live).values_list(
                    *[field.attname for field in model._meta.concrete_fields if field.attname not in ("revision_id",)]
                )
            ),
            key=str,
        )
        for model in (Folio, Standing)
    }
