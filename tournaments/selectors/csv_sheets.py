"""Writes lists of a tournament as CSV, from the public document."""

import csv
import io
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from tournaments.models import Tournament
from tournaments.selectors.document import document_bytes

Json = dict[str, Any]
Row = list[Any]
# A spreadsheet takes cells that begin with these for formulas.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def sheet_text(tournament: Tournament, what: str) -> str:
    """Return one sheet, with a row of column names first."""
    document = orjson.loads(document_bytes(tournament)[0])
    names, rows = SHEETS[what]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(names)
    writer.writerows([[cell(value) for value in row] for row in rows(document)])
    return text.getvalue()


def cell(value: Any) -> Any:
    """Quote texts that a spreadsheet would take for formulas with an apostrophe; numbers stay numbers."""
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    if isinstance(value, str) and value.startswith(FORMULA_SIGNS):
        return f"'{value}"
    return value


def names_in(document: Json) -> dict[int, str]:
    return {entry["id"]: entry["name"] for entry in document["entries"]}


def entry_rows(document: Json) -> Iterator[Row]:
    for one in document["entries"]:
        yield [*(one[name] for name in ENTRY_FIELDS[:-2]), *(moment_text(one[name]) for name in ENTRY_FIELDS[-2:])]


def moment_text(place: Json | None) -> str:
    """Return stage and round, as "2.1"."""
    return "" if place is None else f"{place['stage']}.{place['round']}"


def standing_rows(document: Json) -> Iterator[Row]:
    names = names_in(document)
    for stage in document["stages"]:
        for one in stage["rounds"]:
            for line in one["standings"] or []:
                asked = zip(stage["tie_breaks"], line["tie_breaks"], strict=True)
                said = [f"{name} {value}" for name, value in asked if value is not None]
                where = [stage["number"], one["number"], line["group"], line["place"]]
                yield [*where, line["entry"], names[line["entry"]], line["points"], said]


def table_rows(document: Json) -> Iterator[Row]:
    """Yield one row for each side."""
    names = names_in(document)
    for stage in document["stages"]:
        for one in stage["rounds"]:
            for table in one["tables"]:
                for seat, entry in enumerate(table["entries"], start=1):
                    where = [stage["number"], one["number"], table["number"], table["group"], table["bracket"] or ""]
                    side = [seat, entry, names.get(entry, "")]
                    yield [*where, table["status"], *side, *result_of(table, entry), table["matches"]]


def result_of(table: Json, entry: int | None) -> Row:
    """Return place, points of the game, how it was decided, and whether they never came."""
    outcome = table["outcome"]
    if outcome is None or entry is None:
        return ["", "", "", ""]
    places = outcome["places"]
    index = next(number for number, tied in enumerate(places) if entry in tied)
    place = 1 + sum(map(len, places[:index]))
    return [place, outcome["points"].get(str(entry), ""), outcome["by"], entry in table["no_shows"]]


def ranking_rows(document: Json) -> Iterator[Row]:
    names = names_in(document)
    for line in document["ranking"] or []:
        yield [line["place"], line["entry"], names[line["entry"]]]


ENTRY_FIELDS = [
    "id", "name", "players", "former_players", "rating", "seed", "club", "status", "joined", "left",
]  # fmt: skip
SHEETS: dict[str, tuple[list[str], Callable[[Json], Iterator[Row]]]] = {
    "entries": (ENTRY_FIELDS, entry_rows),
    "standings": (["stage", "round", "group", "place", "entry", "name", "points", "tie_breaks"], standing_rows),
    "tables": (
        ["stage", "round", "table", "group", "bracket", "status", "seat", "entry", "name",
         "place", "points", "by", "no_show", "matches"],
        table_rows,
    ),
    "ranking": (["place", "entry", "name"], ranking_rows),
}  # fmt: skip
