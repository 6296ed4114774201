"""Pairs the next round: starts from the standings, then removes rematches and other costs as far as possible."""

from collections.abc import Iterator, Mapping, Sequence
from math import lcm

from games.engine.chance import shuffle
from tournaments.formats.entries import Entry, EntryId
from tournaments.formats.points import Points
from tournaments.formats.results import Results
from tournaments.formats.swiss.byes import choose_byes
from tournaments.formats.swiss.costs import Costs
from tournaments.formats.swiss.exhaustive_search import EXHAUSTIVE_ENTRIES_LIMIT
from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.fixed_groups import fixed_groups
from tournaments.formats.swiss.infeasibility import check_wishes, none_found
from tournaments.formats.swiss.initial_tables import across, by_score
from tournaments.formats.swiss.local_search import search
from tournaments.formats.swiss.seat_history import Index
from tournaments.formats.swiss.seating import seated
from tournaments.formats.swiss.settings import FirstRound, Settings
from tournaments.formats.swiss.sizes import all_sizes, byes_needed, table_sizes
from tournaments.formats.tables import Round, Table


def pair(field: Field, settings: Settings, seed: bytes) -> Round:
    """Return the next round of a field; the same for the same seed."""
    field.check()
    scores = scores_of(field, settings)
    present = field.present()
    byes = choose_byes(present, byes_needed(len(present), settings.sizes), field, scores, seed)
    playing = _in_order([entry for entry in present if entry.id not in byes], scores, field, settings, seed)
    costs = Costs(playing, scores, field, settings.weights)
    tables = _tables(costs, field, settings, playing, seed)
    lots = shuffle(range(len(playing)), seed, f"seats of round {len(field.rounds) + 1}")
    seats = tuple(_seats(costs, table, playing, lots) for table in tables)
    return Round(seats, (None,) * len(seats), field.absent - field.dropped, byes)


def scores_of(field: Field, settings: Settings) -> dict[EntryId, Points]:
    """Return everyone's points as pairing counts them."""
    results = Results(field.entries, field.rounds, settings.scale, settings.unplayed, field.substitutes)
    return {entry: record.points for entry, record in results.records.items()}


def _in_order(
    playing: Sequence[Entry], scores: Mapping[EntryId, Points], field: Field, settings: Settings, seed: bytes
) -> list[Entry]:
    """Order by score, best first; equals by lot, or by strength where the first round is made by seeding."""
    by_number = sorted(playing, key=lambda entry: entry.id)
    by_lot = list(shuffle(by_number, seed, f"round {len(field.rounds) + 1}"))
    if not field.rounds and settings.first_round is FirstRound.ACROSS:
        by_lot.sort(key=lambda entry: -entry.strength)
    # As whole numbers, because comparing fractions takes its time.
    unit = lcm(*[score.denominator for score in scores.values()])
    height = {entry: score.numerator * (unit // score.denominator) for entry, score in scores.items()}
    return sorted(by_lot, key=lambda entry: -height[entry.id])


def _tables(costs: Costs, field: Field, settings: Settings, playing: Sequence[Entry], seed: bytes) -> list[list[Index]]:
    """Return the best tables found for the first choice of sizes with which every hard wish can be met."""
    there = {entry.id for entry in playing}
    check_wishes(field, there, settings.sizes)
    for tries, sizes in enumerate(_sizes(field, settings, len(playing), there), start=1):
        by_seeding = not field.rounds and settings.first_round is FirstRound.ACROSS
        start = across(sizes) if by_seeding else by_score(costs, sizes)
        arrangement = search(costs, start, seed, settings.search_steps // tries)
        if arrangement.cost < costs.hard // 2:
            return arrangement.tables
    raise none_found(field, there)


def _sizes(field: Field, settings: Settings, count: int, playing: set[EntryId]) -> Iterator[tuple[int, ...]]:
    """Yield sizes to try: as wished, but a group that must sit together and is larger gets a table of its own size.

    With a few entries all other sizes follow, so that a refusal is a proof.
    """
    large = tuple(len(group) for group in fixed_groups(field.fixed, playing) if len(group) > settings.sizes.wished)
    yield from table_sizes(count, settings.sizes)
    if large and sum(large) < count:
        yield from (
            tuple(sorted(large + rest, reverse=True)) for rest in table_sizes(count - sum(large), settings.sizes)
        )
    elif sum(large) == count:
        yield large
    if count <= EXHAUSTIVE_ENTRIES_LIMIT:
        yield from all_sizes(count, settings.sizes)


def _seats(costs: Costs, table: Sequence[Index], playing: Sequence[Entry], lots: Sequence[int]) -> Table:
    """Assign seats as evenly as possible; where two ways are equal, by lot and not by strength."""
    by_lot = sorted(table, key=lots.__getitem__)
    order = seated([costs.seat_history.sat[index] for index in by_lot])
    return Table(tuple(playing[by_lot[place]].id for place in order))
