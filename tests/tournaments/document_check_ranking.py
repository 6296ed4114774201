"""Works out the final ranking from what the stages ended with: who went on stands before who did not."""

from typing import Any

from tests.tournaments.document_check_bracket import final_order
from tests.tournaments.document_check_standings import GroupRounds

Json = dict[str, Any]
BRACKETS = ("elimination", "double-elimination")
Key = tuple[Any, ...]


def check(document: Json, entries: dict[int, Json]) -> list[str]:
    """The ranking is null until the end; then everybody who took part stands in it, in the order of the stages."""
    ranking = document["ranking"]
    if (ranking is None) == (document["status"] == "finished"):
        return [f"ranking: the tournament is {document['status']}, and it is {ranking}"]
    if ranking is None:
        return []
    found = check_shape(ranking, entries)
    places = {line["entry"]: line["place"] for line in ranking if line["place"] is not None}
    keys = keys_of(document, entries)
    found += [
        f"ranking: {one} stands {places[one]} and {other} stands {places[other]}"
        for one in places
        for other in places
        if one in keys and other in keys and keys[one] < keys[other] and places[one] >= places[other]
    ]
    return found + check_ties(document, places, keys)


def check_shape(ranking: list[Json], entries: dict[int, Json]) -> list[str]:
    """Everyone who took part, once, in order; without a place are the disqualified, and nobody else."""
    found = []
    took_part = sorted(number for number, entry in entries.items() if entry["joined"] is not None)
    if sorted(line["entry"] for line in ranking) != took_part:
        found.append(f"ranking: it does not hold exactly {took_part}")
    out = sorted(line["entry"] for line in ranking if line["place"] is None)
    disqualified = [number for number in took_part if entries[number]["status"] == "disqualified"]
    if out != disqualified:
        found.append(f"ranking: without a place are {out}, and disqualified are {disqualified}")
    order = [(line["place"] is None, line["place"] or 0, line["entry"]) for line in ranking]
    if order != sorted(order):
        found.append("ranking: the lines are not in order")
    ranked = [line["place"] for line in ranking if line["place"] is not None]
    if any(place != 1 + sum(other < place for other in ranked) for place in ranked):
        found.append(f"ranking: the places are {ranked}")
    return found


def check_ties(document: Json, places: dict[int, int], keys: dict[int, Key]) -> list[str]:
    """In the last stage who is level shares a place; at a cut lots may have been drawn."""
    last = document["stages"][-1]
    if last["status"] != "finished":
        return []
    members = [entry for group in last["groups"] for entry in group["entries"] if entry in places and entry in keys]
    return [
        f"ranking: {one} and {other} are level, and do not share a place"
        for one in members
        for other in members
        if one < other and keys[one] == keys[other] and places[one] != places[other]
    ]


def keys_of(document: Json, entries: dict[int, Json]) -> dict[int, Key]:
    """By entry: the smaller the better. Left out is who may have gone on and left before the next stage began."""
    keys: dict[int, Key] = {}
    stages = document["stages"]
    for number, stage in enumerate(stages, start=1):
        last_round = len(stage["rounds"])
        for entry, key in stage_keys(document, stage, entries).items():
            keys[entry] = (-number, *key)
        if number == len(stages) or not stages[number]["groups"]:
            continue
        on = {entry for group in stages[number]["groups"] for entry in group["entries"]}
        for entry in [one for one in keys if one not in on and keys[one][0] == -number]:
            left = entries[entry]["left"]
            if left is not None and (left["stage"], left["round"]) == (number, last_round):
                del keys[entry]
    return keys


def stage_keys(document: Json, stage: Json, entries: dict[int, Json]) -> dict[int, Key]:
    if stage["rounds"] and stage["kind"] in BRACKETS:
        return {entry: (level,) for level, tied in enumerate(final_order(stage)) for entry in tied}
    finished = [one for one in stage["rounds"] if one["status"] == "finished"]
    if not finished or not finished[-1]["standings"]:
        return {entry: (place,) for group in stage["groups"] for place, entry in enumerate(group["entries"])}
    lines = finished[-1]["standings"]
    if len(stage["groups"]) == 1 or stage is document["stages"][-1]:
        return {line["entry"]: (line["place"],) for line in lines}
    played = GroupRounds(document, stage, stage["rounds"], lines, entries)
    return {line["entry"]: (line["place"], -played.per_game(line["entry"])) for line in lines}
