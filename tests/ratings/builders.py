"""Results for tests: who sat where and who came in which place, recorded as the games app does it."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, NamedTuple

from players.models import Player
from ratings.models import RatedMatch, RatingChange, Standing
from ratings.reports import MatchReport
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
    return books_of(told.match_id)


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


def books_of(match_id: int) -> RatedMatch:
    """A match with its seats as they are now."""
    return RatedMatch.objects.prefetch_related("seats").get(pk=match_id)


class Written(NamedTuple):
    """A game as it stands in somebody's history."""

    player: int
    number: int
    match: int
    before: float
    after: float


def written(**chosen: Any) -> list[Written]:
    """Game by game, in all pools or in those chosen."""
    changes = RatingChange.objects.filter(**chosen).order_by("pool", "player_id", "number")
    return [Written(*row) for row in changes.values_list("player", "number", "match", "before", "after")]


def everything(pool: str = SOLO) -> dict[str, list[tuple[Any, ...]]]:
    """All that the formulas have made of a pool, bit by bit, without the keys of rows."""
    rows = {
        "changes": RatingChange.objects.filter(pool=pool).order_by("match_id", "player_id"),
        "standings": Standing.objects.filter(pool=pool).order_by("player_id"),
    }
    return {name: [values[1:] for values in found.values_list()] for name, found in rows.items()}


def forget_ratings() -> None:
    """Throws away what the formulas have made; the matches that count wait to be settled for the first time."""
    RatingChange.objects.all().delete()
    Standing.objects.all().delete()
    RatedMatch.objects.filter(state="settled").update(state="pending")
