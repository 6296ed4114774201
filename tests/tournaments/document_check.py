"""Checks a tournament from its public document alone, as an independent program would: no code of ours is imported.

`check(document)` says what contradicts itself: points, tie-breaks, standings, pairings, brackets and the ranking are
worked out a second time, from what docs/api.md and docs/formats say about the document.
"""

from collections import Counter
from typing import Any

from tests.tournaments import document_check_bracket, document_check_ranking, document_check_standings

Json = dict[str, Any]
# Fewest and most sides of a table, by the way to play.
SIZES = {"solo": (3, 5), "solo-6": (3, 6), "pairs-4": (2, 3), "pairs-6": (2, 3)}
BRACKETS = ("elimination", "double-elimination")
GONE_STATUSES = ("dropped", "disqualified")


def check(document: Json) -> list[str]:
    """What is wrong with a document, in sentences; nothing if all of it agrees."""
    entries = {one["id"]: one for one in document["entries"]}
    problems = check_entries(document)
    for stage in document["stages"]:
        name = f"stage {stage['number']}"
        problems += [f"{name}: {one}" for one in check_stage(document, stage, entries)]
    return problems or document_check_ranking.check(document, entries)


def check_entries(document: Json) -> list[str]:
    """Ids in order and once; seeds from 1 by rating, who has none last; latecomers follow in any order."""
    found = []
    ids = [one["id"] for one in document["entries"]]
    if ids != sorted(set(ids)):
        found.append(f"entries are not in the order of their ids: {ids}")
    seeded = sorted((one for one in document["entries"] if one["seed"] is not None), key=lambda one: one["seed"])
    if len({one["seed"] for one in seeded}) < len(seeded):
        found.append("two entries have the same seed")
    first = [one for one in seeded if one["joined"] == {"stage": 1, "round": 1}]
    ratings = [(one["rating"] is None, -(one["rating"] or 0)) for one in first]
    if ratings != sorted(ratings):
        found.append("seeds do not follow the ratings")
    return found


def check_stage(document: Json, stage: Json, entries: dict[int, Json]) -> list[str]:
    members = [entry for group in stage["groups"] for entry in group["entries"]]
    found = []
    if len(set(members)) < len(members) or not set(members) <= entries.keys():
        found.append(f"its groups are not made of different entries: {members}")
    if [one["number"] for one in stage["rounds"]] != list(range(1, len(stage["rounds"]) + 1)):
        found.append("its rounds are not numbered from 1")
    for one in stage["rounds"]:
        found += [f"round {one['number']}: {each}" for each in check_round(document, stage, one, entries)]
    if found:  # nothing can be worked out from rounds that are not right themselves
        return found
    if stage["kind"] in BRACKETS:
        return document_check_bracket.check(stage, entries)
    return document_check_standings.check(document, stage, entries)


# --- Rounds ---


def check_round(document: Json, stage: Json, one: Json, entries: dict[int, Json]) -> list[str]:
    members = {entry for group in stage["groups"] for entry in group["entries"]}
    found = [
        f"table {table['number']}: {each}"
        for table in one["tables"]
        for each in check_table(document, stage, table, members)
    ]
    numbers = [table["number"] for table in one["tables"]]
    if numbers != sorted(set(numbers)):
        found.append(f"its tables are not in the order of their numbers: {numbers}")
    return found + (check_bracket_round(one) if stage["kind"] in BRACKETS else check_seated(stage, one, entries))


def check_bracket_round(one: Json) -> list[str]:
    """A row of a bracket has neither rests nor standings."""
    return ["a row of a bracket has rests or standings"] if one["absent"] or one["byes"] or one["standings"] else []


def check_seated(stage: Json, one: Json, entries: dict[int, Json]) -> list[str]:
    """Nobody twice, and nobody forgotten: everyone who was in sits somewhere, was absent, or was given a rest."""
    at_tables = [entry for table in one["tables"] if table["status"] != "called-off" for entry in table["entries"]]
    called_off = {entry for table in one["tables"] if table["status"] == "called-off" for entry in table["entries"]}
    times = Counter([*at_tables, *one["absent"], *one["byes"]])
    found = [f"entry {entry} is there {count} times" for entry, count in sorted(times.items()) if count > 1]
    expected = {
        entry
        for group in stage["groups"]
        for entry in group["entries"]
        if was_in(entries[entry], stage["number"], one["number"])
    }
    missing = expected - times.keys() - called_off
    return found + [f"entry {entry} was in, and is nowhere" for entry in sorted(missing)]


def was_in(entry: Json, stage: int, number: int) -> bool:
    """Whether a round was an entry's: from the first that was theirs to the last."""
    joined, left = entry["joined"], entry["left"]
    if joined is None or (joined["stage"], joined["round"]) > (stage, number):
        return False
    if left is None:
        return entry["status"] not in GONE_STATUSES
    return (stage, number) <= (left["stage"], left["round"])


# --- Tables ---


def check_table(document: Json, stage: Json, table: Json, members: set[int]) -> list[str]:
    seated = [entry for entry in table["entries"] if entry is not None]
    found = check_size(document, stage, table)
    if len(set(seated)) < len(seated) or not set(seated) <= members:
        found.append(f"its sides are not different entries of the stage: {seated}")
    group: list[int] = next((one["entries"] for one in stage["groups"] if one["name"] == table["group"]), [])
    if stage["kind"] not in BRACKETS and not set(seated) <= set(group):
        found.append(f"somebody is not of group {table['group']!r}")
    if not set(table["no_shows"]) <= set(seated):
        found.append("somebody who never came does not sit there")
    if stage["status"] == "finished" and table["status"] in ("waiting", "ready", "playing"):
        found.append(f"it is {table['status']}, and the stage is over")
    return found + check_outcome(table, seated)


def check_size(document: Json, stage: Json, table: Json) -> list[str]:
    """In a Swiss every table has an allowed size; elsewhere a table may be short of somebody, never too large."""
    fewest, most = SIZES[document["options"]["mode"]]
    size = len(table["entries"])
    least = fewest if stage["kind"] == "swiss" else 2
    return [] if least <= size <= most else [f"it has {size} sides"]


def check_outcome(table: Json, seated: list[int]) -> list[str]:
    """A decided table says how; its outcome names every entry of the table exactly once."""
    outcome = table["outcome"]
    if (outcome is not None) != (table["status"] in ("finished", "walkover", "rest")):
        return [f"it is {table['status']}, and its outcome is {outcome}"]
    if outcome is None:
        return []
    named = [entry for group in outcome["places"] for entry in group]
    found = [] if sorted(named) == sorted(seated) else [f"its outcome names {named} instead of {seated}"]
    if not {int(entry) for entry in outcome["points"]} <= set(seated):
        found.append("its points name a stranger")
    if table["status"] == "finished" and outcome["by"] == "walkover":
        found.append("it was played, and decided without play")
    return found
