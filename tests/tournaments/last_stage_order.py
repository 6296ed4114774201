"""The order of a tournament's last stage by the pure formats, fed with the results in its public document."""

from fractions import Fraction
from typing import Any

from tournaments.formats.contests.settings import read_settings
from tournaments.formats.elimination.bracket import Bracket, BracketRound, BracketTable, Part
from tournaments.formats.elimination.course import follow
from tournaments.formats.elimination.final_order import final_order
from tournaments.formats.elimination.slots import Bye, FromTable, Place, Seeded, TableNumber
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.results import Results
from tournaments.formats.standings import standings
from tournaments.formats.tables import Outcome, Round, Table

DEFAULT_RATING_ELO = 1500.0


def last_stage_order(document: dict[str, Any]) -> list[int]:
    """Entry numbers, best first; of those who share a place the lower number first."""
    stage = document["stages"][-1]
    if stage["points"] is None:
        return bracket_order(stage)
    order = standings_order(document, stage)
    return [entry for _, entry in sorted(order)]


def standings_order(document: dict[str, Any], stage: dict[str, Any]) -> list[tuple[int, int]]:
    settings = read_settings(stage["settings"] | {key: stage[key] for key in ("points", "unplayed", "tie_breaks")})
    members = {entry for group in stage["groups"] for entry in group["entries"]}
    entries = [
        Entry(EntryId(one["id"]), DEFAULT_RATING_ELO if one["rating"] is None else one["rating"], one["club"])
        for one in document["entries"]
        if one["id"] in members
    ]
    results = Results(entries, [round_of(one) for one in stage["rounds"]], settings.scale, settings.unplayed)
    lines = standings(results, settings.rules(bytes.fromhex(document["seed"])))
    assert all(isinstance(line.points, Fraction) for line in lines)
    return [(line.place, line.entry) for line in lines]


def round_of(one: dict[str, Any]) -> Round:
    tables = [table for table in one["tables"] if table["outcome"]]
    return Round(
        tuple(Table(tuple(table["entries"])) for table in tables),
        tuple(outcome_of(table) for table in tables),
        frozenset(one["absent"]),
        frozenset(one["byes"]),
    )


def outcome_of(table: dict[str, Any]) -> Outcome:
    points = {EntryId(int(entry)): value for entry, value in table["outcome"]["points"].items()}
    return Outcome(tuple(tuple(group) for group in table["outcome"]["places"]), points)


def bracket_order(stage: dict[str, Any]) -> list[int]:
    seeds = tuple(EntryId(entry) for group in stage["groups"] for entry in group["entries"])
    if not stage["rounds"]:
        return list(seeds)
    rounds = tuple(
        BracketRound(
            Part(one["tables"][0]["bracket"].replace("-", " ")),
            tuple(
                BracketTable(TableNumber(t["number"] - 1), tuple(map(slot_of, t["sources"])), t["advances"])
                for t in one["tables"]
            ),
        )
        for one in stage["rounds"]
    )
    results = {
        TableNumber(table["number"] - 1): outcome_of(table)
        for one in stage["rounds"]
        for table in one["tables"]
        if table["status"] == "finished"
    }
    lives = 2 if any(each.part is Part.LOSERS for each in rounds) else 1
    order = final_order(follow(Bracket(seeds, rounds, lives), results))
    return [entry for group in order for entry in sorted(group)]


def slot_of(source: dict[str, Any]) -> Seeded | FromTable | Bye:
    if "entry" in source:
        return Seeded(EntryId(source["entry"]))
    if "table" in source:
        return FromTable(TableNumber(source["table"] - 1), Place(source["place"]))
    return Bye()
