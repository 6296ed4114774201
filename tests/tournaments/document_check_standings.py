"""Works out points, tie-breaks and standings of every finished round of a Swiss or a round robin a second time."""

import hmac
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any

Json = dict[str, Any]
# An entry without a rating counts as a newcomer of the lists does.
DEFAULT_RATING_ELO = 1500.0
PERFORMANCE_MARGIN_ELO = 800.0


def check(document: Json, stage: Json, entries: dict[int, Json]) -> list[str]:
    found = []
    for count, one in enumerate(stage["rounds"], start=1):
        if one["status"] != "finished":
            if one["standings"] is not None:
                found.append(f"round {one['number']} is not over, and has standings")
            continue
        for group in stage["groups"]:
            lines = [line for line in one["standings"] or [] if line["group"] == group["name"]]
            played = GroupRounds(document, stage, stage["rounds"][:count], lines, entries)
            found += [f"round {one['number']}, group {group['name']!r}: {each}" for each in compare(played, group)]
    return found


def compare(played: "GroupRounds", group: Json) -> list[str]:
    """Who must stand there does, and every line says what comes out here."""
    listed = [line["entry"] for line in played.lines]
    came = [entry for entry in group["entries"] if played.came(entry)]
    if set(came) - set(listed) or set(listed) - set(group["entries"]) or len(set(listed)) < len(listed):
        return [f"the standings list {listed} instead of {came}"]
    expected = played.standings()
    found = [
        f"{line} should be {expected[line['entry']]}"
        for line in played.lines
        if (line["place"], line["points"], line["tie_breaks"]) != expected[line["entry"]]
    ]
    order = [(line["place"], line["entry"]) for line in played.lines]
    return found + ([] if order == sorted(order) else ["the lines are not in order"])


class GroupRounds:
    """The rounds of a group so far."""

    def __init__(
        self, document: Json, stage: Json, rounds: list[Json], lines: list[Json], entries: dict[int, Json]
    ) -> None:
        self.seed, self.stage, self.rounds, self.lines = document.get("seed"), stage, rounds, lines
        self.entries = entries
        self.ids = [line["entry"] for line in lines]
        self.tables = [table for one in rounds for table in one["tables"] if table["outcome"] is not None]

    def came(self, entry: int) -> bool:
        joined = self.entries[entry]["joined"]
        return (joined["stage"], joined["round"]) <= (self.stage["number"], len(self.rounds))

    # --- Points ---

    @cached_property
    def tables_by_entry(self) -> dict[int, list[Json]]:
        found: defaultdict[int, list[Json]] = defaultdict(list)
        for table in self.tables:
            for entry in table["entries"]:
                found[entry].append(table)
        return found

    def own_tables(self, entry: int) -> list[Json]:
        return self.tables_by_entry.get(entry, [])

    def points_at(self, table: Json, entry: int) -> Fraction:
        """By share of the opponents beaten, a tie half; or by list, who tied sharing the mean of their places."""
        places, size = table["outcome"]["places"], len(table["entries"])
        index = next(number for number, tied in enumerate(places) if entry in tied)
        above, tied = sum(map(len, places[:index])), len(places[index])
        if self.stage["points"]["scale"] == "share-of-opponents":
            beaten = size - above - tied + Fraction(tied - 1, 2)
            return beaten / (size - 1)
        worth = [Fraction(text) for text in self.stage["points"]["lists"][str(size)]]
        return sum(worth[above : above + tied], Fraction(0)) / tied

    def unplayed(self, entry: int) -> dict[str, Fraction]:
        """What rounds are worth that were not played: absences, byes, and rounds that were over before one came."""
        worth = {name: Fraction(text) for name, text in self.stage["unplayed"].items()}
        joined = self.entries[entry]["joined"]
        late = min(joined["round"] - 1, len(self.rounds)) if joined["stage"] == self.stage["number"] else 0
        return {
            "absent": worth["absent"] * sum(entry in one["absent"] for one in self.rounds),
            "bye": worth["bye"] * sum(entry in one["byes"] for one in self.rounds),
            "late": worth["late"] * late,
        }

    def points(self, entry: int) -> Fraction:
        at_tables = [self.points_at(table, entry) for table in self.own_tables(entry)]
        return sum(at_tables, Fraction(0)) + sum(self.unplayed(entry).values(), Fraction(0))

    def per_game(self, entry: int) -> Fraction:
        """Points for each game that was theirs to play: a bye is none, a game missed is one."""
        joined = self.entries[entry]["joined"]
        late = min(joined["round"] - 1, len(self.rounds)) if joined["stage"] == self.stage["number"] else 0
        games = len(self.own_tables(entry)) + late + sum(entry in one["absent"] for one in self.rounds)
        return (self.points(entry) - self.unplayed(entry)["bye"]) / max(1, games)

    # --- Tie-breaks ---

    @cached_property
    def round_mean(self) -> dict[int, Fraction]:
        """Points a round, of rounds that were played."""
        return {entry: mean([self.points_at(one, entry) for one in self.own_tables(entry)]) for entry in self.ids}

    @cached_property
    def met(self) -> dict[int, list[int]]:
        """Opponents, once for each meeting."""
        return {
            entry: [other for table in self.own_tables(entry) for other in table["entries"] if other != entry]
            for entry in self.ids
        }

    @cached_property
    def opponents_mean(self) -> dict[int, Fraction]:
        return {entry: mean([self.round_mean[other] for other in self.met[entry]]) for entry in self.ids}

    def value(self, rule: str, entry: int, tied: list[int]) -> Fraction | float | int:
        match rule:
            case "opponents-mean":
                return self.opponents_mean[entry]
            case "opponents-opponents-mean":
                return mean([self.opponents_mean[other] for other in self.met[entry]])
            case "head-to-head":
                return self.head_to_head(entry, tied)
            case "wins":
                return self.wins(entry)
            case "game-points":
                return self.game_points(entry)
            case "performance":
                return self.performance(entry)
        return lot(bytes.fromhex(self.seed or ""), entry)

    def duels(self, entry: int) -> list[tuple[int, Fraction]]:
        """Everyone met, with 1 for each time ahead of them, a half for a tie."""
        found = []
        for table in self.own_tables(entry):
            place = {one: number for number, group in enumerate(table["outcome"]["places"]) for one in group}
            for other in table["entries"]:
                if other != entry:
                    difference = place[other] - place[entry]
                    found.append((other, Fraction(1) if difference > 0 else Fraction(difference == 0, 2)))
        return found

    def head_to_head(self, entry: int, tied: list[int]) -> Fraction:
        """Only if all of the tied have met each other equally often."""
        times = [Counter(self.met[one])[other] for one in tied for other in tied if one != other]
        if not times or min(times) == 0 or min(times) != max(times):
            return Fraction(0)
        return sum((score for other, score in self.duels(entry) if other in tied), Fraction(0))

    def wins(self, entry: int) -> Fraction:
        firsts = [table["outcome"]["places"][0] for table in self.own_tables(entry)]
        return sum((Fraction(1, len(first)) for first in firsts if entry in first), Fraction(0))

    def game_points(self, entry: int) -> Fraction:
        """How far above the mean of the table, as a mean over the tables of which points are known."""
        margins = []
        for table in self.own_tables(entry):
            points = {int(one): Fraction(number) for one, number in table["outcome"]["points"].items()}
            if points:
                level = sum(points.values(), Fraction(0)) / len(table["entries"])
                margins.append(points.get(entry, Fraction(0)) - level)
        return mean(margins)

    def performance(self, entry: int) -> float:
        """The strength that Elo's formula would expect to score this, at most 800 beyond the opponents."""
        duels = self.duels(entry)
        if not duels:
            return 0.0
        others = [self.strength(other) for other, _ in duels]
        scored = float(sum(score for _, score in duels))
        low, high = min(others) - PERFORMANCE_MARGIN_ELO, max(others) + PERFORMANCE_MARGIN_ELO
        for _ in range(80):
            middle = (low + high) / 2
            expected = sum(1 / (1 + 10 ** ((other - middle) / 400)) for other in others)
            low, high = (middle, high) if expected < scored else (low, middle)
        return high

    def strength(self, entry: int) -> float:
        rating = self.entries[entry]["rating"]
        return DEFAULT_RATING_ELO if rating is None else float(rating)

    # --- Standings ---

    def standings(self) -> dict[int, tuple[int, str, list[str | None]]]:
        """Place, points and what each tie-break had to say, by entry; each is asked for those still level only."""
        lines: dict[int, tuple[int, str, list[str | None]]] = {}
        points = {entry: self.points(entry) for entry in self.ids}
        rules = self.stage["tie_breaks"]
        for tied, said in self.parted(levels(points), rules):
            place = len(lines) + 1
            texts = said + [None] * (len(rules) - len(said))
            lines |= {entry: (place, str(points[entry]), texts) for entry in tied}
        return lines

    def parted(self, groups: list[list[int]], rules: list[str]) -> list[tuple[list[int], list[str | None]]]:
        found: list[tuple[list[int], list[str | None]]] = []
        for tied in groups:
            if len(tied) == 1 or not rules:
                found.append((tied, []))
                continue
            values = {entry: self.value(rules[0], entry, tied) for entry in tied}
            if rules[0] == "performance":
                values = {entry: round(value, 1) for entry, value in values.items()}
            for part in levels(values):
                text = value_text(rules[0], values[part[0]])
                found += [(some, [text, *rest]) for some, rest in self.parted([part], rules[1:])]
        return found


def levels(values: dict[int, Any]) -> list[list[int]]:
    """The entries by value, best first."""
    ordered = sorted(values, key=lambda entry: (-values[entry], entry))
    return [list(group) for _, group in groupby(ordered, key=values.__getitem__)]


def value_text(rule: str, value: Any) -> str:
    return f"{value:.1f}" if rule == "performance" else str(value)


def mean(parts: list[Fraction]) -> Fraction:
    return sum(parts, Fraction(0)) / max(1, len(parts))


def lot(seed: bytes, entry: int) -> int:
    """The first eight bytes of the stream "lot ID", as docs/record.md describes streams."""
    return int.from_bytes(hmac.digest(seed, f"lot {entry}:0".encode(), "sha256")[:8], "big")
