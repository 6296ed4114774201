"""Where players stand: read to go on from there, and written whole, in place of what was there."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from django.db import connection

from ratings.formulas.careers import BEST_WINS, Career
from ratings.formulas.crowds import Standings
from ratings.models import Standing
from ratings.services.rows import Columns, alike, microseconds, rows_copy

STANDING = {
    **dict.fromkeys(("revision_id", "player_id"), ">i8"),
    "rating": ">f8",
    **dict.fromkeys(("games", "wins"), ">i4"),
    "peak": ">f8",
    "peak_number": ">i4",
    "low": ">f8",
    "low_number": ">i4",
    **dict.fromkeys(("first_at", "last_at", "last_match"), ">i8"),
    "best_opponents": ">f8",
    **dict.fromkeys(("best_numbers", "counted"), ">i4"),
}
PLAIN = list(STANDING)[1:-3]


def standings_replace(revision: int, standings: Standings) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM ratings_standing WHERE revision_id = %s AND player_id = ANY(%s)",
            [revision, standings.columns["player_id"].tolist()],
        )
    standings_write(revision, standings)


def standings_write(revision: int, standings: Standings) -> None:
    """Of players who have none in this revision."""
    rows_copy("ratings_standing", STANDING, by_shape(revision, standings))


def by_shape(revision: int, standings: Standings) -> Iterator[Columns]:
    columns, best, numbers, counted = standings
    wins, kinds = numbers > 0, counted[:, :, 2] > 0
    for chosen in alike(wins.sum(axis=1), kinds.sum(axis=1)):
        count, own = len(chosen), wins[chosen]
        yield {
            "revision_id": np.full(count, revision),
            **{name: columns[name][chosen] for name in PLAIN},
            "best_opponents": best[chosen][own].reshape(count, -1),
            "best_numbers": numbers[chosen][own].reshape(count, -1),
            "counted": counted[chosen][kinds[chosen]].reshape(count, -1),
        }


def standings_of(careers: Mapping[int, Career]) -> Standings:
    """A handful of careers, as a crowd's would be."""
    known, kinds = list(careers.values()), sorted({kind for career in careers.values() for kind in career.tallies})
    columns = {name: np.array([getattr(career, name) for career in known]) for name in PLAIN[1:]}
    best, numbers = np.zeros((len(known), BEST_WINS)), np.zeros((len(known), BEST_WINS), np.int64)
    for row, career in enumerate(known):
        for place, (opponents, number) in enumerate(career.best_wins):
            best[row, place], numbers[row, place] = opponents, number
    counted = [[(*kind, *career.tallies.get(kind, (0, 0, 0))) for kind in kinds] for career in known]
    return Standings({"player_id": np.array(list(careers)), **columns}, best, numbers, np.array(counted))


def careers_read(revision: int, players: Sequence[int]) -> dict[int, Career]:
    """What is known of these players; a newcomer's career has not begun."""
    careers = {player: Career() for player in players}
    for known in Standing.objects.filter(revision=revision, player__in=players):
        career = careers[known.player_id]
        for name in ("rating", "games", "wins", "peak", "peak_number", "low", "low_number", "last_match"):
            setattr(career, name, getattr(known, name))
        career.first_at, career.last_at = microseconds(known.first_at), microseconds(known.last_at)
        career.best_wins = list(zip(known.best_opponents, known.best_numbers, strict=True))
        career.tallies = {(one.sides, one.seat): (one.games, one.wins, one.half_duels) for one in known.tallies}
    return careers
