"""Tournaments at random: drops, late entries, absences, substitutes, clubs, pairs that must or must not meet."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.swiss import Field, Settings, Sizes, pair
from tournaments.formats.tables import Outcome, Round, Table

SIZES = [Sizes(2, 2, 2), Sizes(2, 2, 3), Sizes(3, 3, 4), Sizes(3, 4, 5), Sizes(4, 4, 4), Sizes(3, 5, 6), Sizes(2, 6, 6)]
WISHES_ENTRIES_MINIMUM = 16


@dataclass(frozen=True)
class Paired:
    """A round as it was paired, what it was paired from, and the scores as this file counts them."""

    field: Field
    settings: Settings
    round: Round
    scores: dict[EntryId, Fraction]


def tournament(
    random: Random, count: int, settings: Settings, rounds: int, *, quiet: bool = False, ties: float = 0.1
) -> Iterator[Paired]:
    """Pair and play so many rounds; unless it is quiet, all that can happen between rounds happens now and then."""
    field = Field(tuple(_entry(random, number) for number in range(1, count + 1)))
    scores = {entry.id: Fraction(0) for entry in field.entries}
    for number in range(rounds):
        if not quiet:
            field = _before_the_round(random, field, scores, settings.sizes.smallest)
        found = pair(field, settings, b"seed %d" % number)
        yield Paired(field, settings, found, dict(scores))
        played = replace(found, outcomes=tuple(outcome(random, table, ties) for table in found.tables))
        _score(played, scores)
        field = replace(field, rounds=(*field.rounds, played), absent=frozenset())


def _entry(random: Random, number: int) -> Entry:
    return Entry(EntryId(number), round(random.gauss(1500, 200)), random.choice(["", "", "Porto", "Siena", "Lyon"]))


def _before_the_round(random: Random, field: Field, scores: dict[EntryId, Fraction], enough: int) -> Field:
    if random.random() < 0.3:
        field = _someone_comes(random, field, scores)
    there = [entry.id for entry in field.present()]
    random.shuffle(there)
    if len(there) > enough + 3:
        field = replace(field, dropped=field.dropped | set(there[: random.randrange(2)]))
        field = replace(field, absent=frozenset(there[2 : 2 + random.randrange(2)]))
    if len(there) >= WISHES_ENTRIES_MINIMUM:
        forbidden, fixed = (there[4], there[5]), (there[6], there[7])
        field = replace(field, forbidden=frozenset({forbidden}), fixed=frozenset({fixed}))
    return field


def _someone_comes(random: Random, field: Field, scores: dict[EntryId, Fraction]) -> Field:
    """Late, or for somebody who leaves and whose points they take over."""
    newcomer = _entry(random, len(field.entries) + 1)
    field = replace(field, entries=(*field.entries, newcomer))
    scores[newcomer.id] = Fraction(0)
    there = [entry.id for entry in field.present() if entry.id != newcomer.id]
    if field.rounds and there and random.random() < 0.3:
        leaver = random.choice(there)
        scores[newcomer.id] = scores[leaver]
        field = replace(field, substitutes={**field.substitutes, newcomer.id: leaver})
    return field


def outcome(random: Random, table: Table, ties: float) -> Outcome:
    order = random.sample(table.entries, len(table.entries))
    places: list[list[EntryId]] = [[order[0]]]
    for entry in order[1:]:
        if random.random() < ties:
            places[-1].append(entry)
        else:
            places.append([entry])
    return Outcome(tuple(map(tuple, places)))


def _score(played: Round, scores: dict[EntryId, Fraction]) -> None:
    """A point for everyone behind, half for everyone level, over the number of opponents; a bye is a whole point."""
    for result in played.outcomes:
        place = {entry: number for number, group in enumerate(result.places) for entry in group}
        for entry, own in place.items():
            behind = sum(other > own for other in place.values())
            level = sum(other == own for other in place.values()) - 1
            scores[entry] += Fraction(2 * behind + level, 2 * (len(place) - 1))
    for entry in played.byes:
        scores[entry] += 1
