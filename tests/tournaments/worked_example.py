"""The worked examples of docs/formats as documents, written by hand: a Swiss of eight, and a bracket of six."""

from copy import deepcopy
from typing import Any

Json = dict[str, Any]


def entry(number: int, **fields: Any) -> Json:
    return {
        "id": number,
        "name": f"Player {number}",
        "players": [f"Player {number}"],
        "former_players": [],
        "rating": 1600.0 - number,
        "seed": number,
        "club": "",
        "status": "in",
        "joined": {"stage": 1, "round": 1},
        "left": None,
        **fields,
    }


def document(entries: list[Json], stages: list[Json], ranking: list[tuple[int, int | None]] | None) -> Json:
    return {
        "format": "guildhall-tournament",
        "version": 1,
        "slug": "example",
        "name": "Example",
        "status": "running" if ranking is None else "finished",
        "paused": False,
        "game": "pot-de-vin",
        "options": {"mode": "solo", "deck": "double"},
        "rated": False,
        "starts_at": "2026-11-20T19:00:00Z",
        "entries": entries,
        "stages": stages,
        "ranking": None if ranking is None else [{"entry": one, "place": place} for one, place in ranking],
    }


def stage(kind: str, entries: list[int], rounds: list[Json], **fields: Any) -> Json:
    is_bracket = kind.endswith("elimination")
    return {
        "number": 1,
        "name": kind,
        "kind": kind,
        "status": "finished",
        "groups": [{"name": "", "entries": entries}],
        "points": None if is_bracket else {"scale": "share-of-opponents"},
        "unplayed": {"absent": "0", "bye": "1", "late": "0"},
        "tie_breaks": [] if is_bracket else ["opponents-mean", "wins"],
        "settings": {},
        "rounds": rounds,
        **fields,
    }


def round_of(number: int, tables: list[Json], standings: list[Json] | None, **fields: Any) -> Json:
    return {
        "number": number,
        "status": "finished",
        "absent": [],
        "byes": [],
        "tables": tables,
        "standings": standings,
        **fields,
    }


def table(number: int, entries: list[int | None], places: list[list[int]] | None, **fields: Any) -> Json:
    outcome = None if places is None else {"places": places, "points": {}, "by": "play"}
    return {
        "number": number,
        "group": "",
        "entries": entries,
        "sources": None,
        "bracket": None,
        "advances": None,
        "status": "finished" if places else "ready",
        "matches": [],
        "no_shows": [],
        "outcome": outcome,
        "explanation": None,
        **fields,
    }


def lines(*rows: tuple[int, int, str, list[str | None]]) -> list[Json]:
    return [
        {"group": "", "entry": number, "place": place, "points": points, "tie_breaks": said}
        for number, place, points, said in rows
    ]


def swiss_of_eight() -> Json:
    """As in docs/formats/points-and-tie-breaks.md: two rounds at tables of four, opponents' mean, then wins."""
    first = round_of(
        1,
        [table(1, [1, 3, 5, 7], [[1], [3], [5], [7]]), table(2, [2, 4, 6, 8], [[2], [4, 6], [8]])],
        # Opponents' mean: of 1 it is (2/3 + 1/3 + 0) / 3, of 2 (1/2 + 1/2 + 0) / 3: level, and both have won once.
        lines(
            (1, 1, "1", ["1/3", "1"]),
            (2, 1, "1", ["1/3", "1"]),
            (3, 3, "2/3", [None, None]),
            (4, 4, "1/2", ["1/2", "0"]),
            (6, 4, "1/2", ["1/2", "0"]),
            (5, 6, "1/3", [None, None]),
            # 7 met 1 + 2/3 + 1/3, 8 met 1 + 1/2 + 1/2: two thirds each.
            (7, 7, "0", ["2/3", "0"]),
            (8, 7, "0", ["2/3", "0"]),
        ),
    )
    second = round_of(
        2,
        [table(1, [2, 1, 3, 4], [[2], [1], [3], [4]]), table(2, [5, 6, 7, 8], [[5], [6, 7], [8]])],
        lines(
            (2, 1, "2", [None, None]),
            (1, 2, "5/3", [None, None]),
            (5, 3, "4/3", [None, None]),
            (3, 4, "1", ["23/36", None]),
            (6, 5, "1", ["13/36", None]),
            (4, 6, "1/2", ["23/36", None]),
            (7, 7, "1/2", ["19/36", None]),
            (8, 8, "0", [None, None]),
        ),
    )
    ranking = [(2, 1), (1, 2), (5, 3), (3, 4), (6, 5), (4, 6), (7, 7), (8, 8)]
    return document(
        [entry(number) for number in range(1, 9)], [stage("swiss", list(range(1, 9)), [first, second])], ranking
    )


def bracket_of_six() -> Json:
    """As in docs/formats/elimination.md: two at a table, seeds 1 and 2 rest; both semifinalists are third."""

    def comes(number: int) -> Json:
        return {"table": number, "place": 1}

    def part(number: int, entries: list[int | None], places: Any, sources: list[Json], **fields: Any) -> Json:
        given = {"sources": sources, "bracket": "winners", "advances": 1, **fields}
        return table(number, entries, places, **given)

    rest = {"status": "rest", "outcome": None}
    nobody = {"nobody": True}
    rows = [
        [
            part(1, [1, None], None, [{"entry": 1}, nobody], **rest),
            part(2, [2, None], None, [{"entry": 2}, nobody], **rest),
            part(3, [3, 6], [[3], [6]], [{"entry": 3}, {"entry": 6}]),
            part(4, [4, 5], [[5], [4]], [{"entry": 4}, {"entry": 5}]),
        ],
        [
            part(5, [1, 5], [[1], [5]], [comes(1), comes(4)]),
            part(6, [2, 3], [[2, 3]], [comes(2), comes(3)]),
        ],
        [part(7, [1, 2], [[2], [1]], [comes(5), comes(6)], bracket="final")],
    ]
    for number in (0, 1):
        rows[0][number]["outcome"] = {"places": [[number + 1]], "points": {}, "by": "walkover"}
    rounds = [round_of(number, tables, None) for number, tables in enumerate(rows, start=1)]
    found = document(
        [entry(number) for number in range(1, 7)],
        [stage("elimination", list(range(1, 7)), rounds)],
        [(2, 1), (1, 2), (3, 3), (5, 3), (4, 5), (6, 5)],
    )
    found["options"] = {"mode": "pairs-4", "deck": "double"}
    return found


def changed(original: Json, path: str, value: Any) -> Json:
    """A copy with one value replaced; the path is keys and indexes with dots between."""
    found = deepcopy(original)
    *way, last = [int(step) if step.isdecimal() else step for step in path.split(".")]
    place: Any = found
    for step in way:
        place = place[step]
    place[last] = value
    return found
