"""Follows a bracket from its first table to its last: who belongs in each slot, and how each table stands."""

from typing import Any

Json = dict[str, Any]
GONE_STATUSES = ("dropped", "disqualified")
DECIDED_STATUSES = ("finished", "walkover", "rest", "not-needed")
UNKNOWN, NOBODY = object(), object()


def check(stage: Json, entries: dict[int, Json]) -> list[str]:
    tables = sorted((table for one in stage["rounds"] for table in one["tables"]), key=lambda table: table["number"])
    seeds = [entry for group in stage["groups"] for entry in group["entries"]]
    found = check_sources(tables, seeds)
    finishers: dict[int, list[int]] = {}
    when = {table["number"]: (stage["number"], one["number"]) for one in stage["rounds"] for table in one["tables"]}
    for table in tables:
        occupants = [occupant(source, finishers) for source in table["sources"]]
        gone = {entry for entry, one in entries.items() if has_left(one, when[table["number"]])}
        found += [f"table {table['number']}: {one}" for one in check_table(table, occupants, gone)]
        finishers[table["number"]] = order_of(table, seeds)
    return found


def check_sources(tables: list[Json], seeds: list[int]) -> list[str]:
    """Everyone is seeded once; whoever ends a table in some place goes to one other, but for the second final."""
    found = []
    seeded = [one["entry"] for table in tables for one in table["sources"] if "entry" in one]
    if tables and sorted(seeded) != sorted(seeds):
        found.append(f"seeded are {seeded}, and it is played by {seeds}")
    comes = [
        (one["table"], one["place"])
        for table in tables
        if table["bracket"] != "reset"
        for one in table["sources"]
        if "table" in one
    ]
    if len(set(comes)) < len(comes):
        found.append("two slots have the same source")
    numbers = [table["number"] for table in tables]
    if numbers != list(range(1, len(numbers) + 1)):
        found.append(f"its tables are numbered {numbers}")
    later = [table["number"] for table in tables for one in table["sources"] if one.get("table", 0) >= table["number"]]
    return found + ([f"sides of {later} come from later tables"] if later else [])


def occupant(source: Json, finishers: dict[int, list[int]]) -> Any:
    if "entry" in source:
        return source["entry"]
    if "nobody" in source:
        return NOBODY
    order = finishers.get(source["table"], [])
    return order[source["place"] - 1] if source["place"] <= len(order) else UNKNOWN


def order_of(table: Json, seeds: list[int]) -> list[int]:
    """Everybody in order of places, of those who tied the better seed first; a table not needed has its one side."""
    if table["outcome"] is None:
        return []
    return [entry for tied in table["outcome"]["places"] for entry in sorted(tied, key=seeds.index)]


def has_left(entry: Json, when: tuple[int, int]) -> bool:
    """Whether an entry had left by a round: after it there was none that was theirs."""
    left = entry["left"]
    return entry["status"] in GONE_STATUSES and (left is None or (left["stage"], left["round"]) <= when)


def check_table(table: Json, occupants: list[Any], gone: set[int]) -> list[str]:
    known = [one if isinstance(one, int) else None for one in occupants]
    sides = {one for one in known if one is not None}
    status = table["status"]
    if status == "not-needed":
        return [] if len(sides) <= 1 else [f"it is needed by {sorted(sides)}"]
    found = [] if table["entries"] == known else [f"at it sit {table['entries']}, and {known} belong there"]
    if len(table["entries"]) != len(table["sources"]):
        found.append("it has not as many sources as slots")
    if status == "called-off":
        return found
    if UNKNOWN in occupants:
        return found + ([] if status == "waiting" else [f"it is {status}, and somebody is not known"])
    if status == "waiting":
        found.append("it waits for nobody")
    if (NOBODY in occupants) != (status == "rest"):
        found.append(f"it is {status}, and its sides are {table['sources']}")
    return found + check_walkover(table, sides, gone)


def check_walkover(table: Json, sides: set[int], gone: set[int]) -> list[str]:
    """Decided without play: as few are there as go on, and who has left stands behind them."""
    if table["status"] != "walkover":
        return []
    left = sides & gone
    found = [] if len(sides) - len(left) <= table["advances"] else ["it could have been played"]
    order = [entry in left for tied in table["outcome"]["places"] for entry in tied]
    return found + ([] if order == sorted(order) else ["who has left stands before who has not"])


def final_order(stage: Json) -> list[list[int]]:
    """Everybody, best first: who got further stands higher; who fell in the same row and place shares it.

    Where it was ended early, those who are still in share the first place.
    """
    seeds = [entry for group in stage["groups"] for entry in group["entries"]]
    first = (-len(stage["rounds"]) - 1, 0)
    reached: dict[int, tuple[int, int]] = dict.fromkeys(seeds, first)
    for number, one in enumerate(stage["rounds"], start=1):
        for table in one["tables"]:
            if table["status"] in ("finished", "walkover"):
                for place, entry in enumerate(order_of(table, seeds), start=1):
                    reached[entry] = (-number, place)
    undecided = [one for row in stage["rounds"] for one in row["tables"] if one["status"] not in DECIDED_STATUSES]
    reached |= {entry: first for table in undecided for entry in table["entries"] if entry is not None}
    levels = sorted(set(reached.values()))
    return [[entry for entry in seeds if reached[entry] == level] for level in levels]
