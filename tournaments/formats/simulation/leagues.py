"""Simulates formats in which everyone plays on to the end: Swiss, round robin, groups; each perhaps with a final
table."""

from collections.abc import Sequence

from tournaments.formats.entries import EntryId
from tournaments.formats.round_robin.schedule import Schedule, round_robin
from tournaments.formats.simulation.chance import Chance, Event, Player
from tournaments.formats.simulation.formats import SimulatedFormat, SimulatedResult
from tournaments.formats.simulation.ledger import Ledger
from tournaments.formats.sizes import TableSizes
from tournaments.formats.tiers import deal_by_tiers


def swiss(players: int, sizes: TableSizes, rounds: int, cut: int = 0) -> SimulatedFormat:
    """Return a Swiss; with a cut, the first so many play a final table for the first places."""
    name = f"Swiss, then a final of {cut}" if cut else "Swiss"

    def play(event: Event, chance: Chance) -> SimulatedResult:
        ledger = Ledger(event, event.seeds)
        for number in range(rounds - (cut > 0)):
            order = ledger.order()
            ledger.play(across(order, sizes) if number == 0 else neighbours(order, ledger, sizes), chance)
        return with_final(ledger, ledger.order(), cut, chance)

    return SimulatedFormat(name, rounds, play)


def with_final(ledger: Ledger, order: list[Player], cut: int, chance: Chance) -> SimulatedResult:
    if not cut:
        return SimulatedResult(order, ledger.games)
    finalists, games = order[:cut], dict(ledger.games)
    for player in finalists:
        games[player] += 1
    return SimulatedResult([*chance.order(finalists, ledger.event.strengths), *order[cut:]], games)


def across(order: Sequence[Player], sizes: TableSizes) -> list[list[Player]]:
    """Return the first round: strong and weak at every table."""
    return deal_by_tiers(order, -(-len(order) // sizes.most), lambda _, __: 0.0)


def neighbours(order: Sequence[Player], ledger: Ledger, sizes: TableSizes) -> list[list[Player]]:
    """Seat those who stand together, passing over whom one has met. Faster than real pairing, and accurate enough
    here."""
    left, tables = list(order), []
    wanted = [len(table) for table in across(order, sizes)]
    for size in sorted(wanted, reverse=True):
        table = [left.pop(0)]
        while len(table) < size:
            fresh = (player for player in left if not any(player in ledger.met[other] for other in table))
            table.append(next(fresh, left[0]))
            left.remove(table[-1])
        tables.append(table)
    return tables


def everyone(players: int, sizes: TableSizes) -> SimulatedFormat:
    """Return a round robin of all."""
    schedule = round_robin([EntryId(rank) for rank in range(players)], sizes.most, least=sizes.least)
    even = schedule.fewest_meetings == schedule.most_meetings

    def play(event: Event, chance: Chance) -> SimulatedResult:
        ledger = Ledger(event, event.seeds)
        play_schedule(schedule, event.seeds, ledger, chance)
        return SimulatedResult(ledger.order(), ledger.games)

    return SimulatedFormat("round robin" if even else "round robin, nearly even", len(schedule.rounds), play)


def groups(players: int, sizes: TableSizes, number: int) -> SimulatedFormat:
    """Return groups that play a round robin each, and a final table of the best."""
    ranks = deal_by_tiers(range(players), number, lambda _, __: 0.0)
    schedules = [round_robin([EntryId(rank) for rank in group], sizes.most, least=sizes.least) for group in ranks]
    finalists = sizes.most // number * number

    def play(event: Event, chance: Chance) -> SimulatedResult:
        ledger = Ledger(event, event.seeds)
        for schedule in schedules:
            play_schedule(schedule, event.seeds, ledger, chance)
        in_groups = [{event.seeds[rank] for rank in group} for group in ranks]
        return with_final(ledger, best_of_each(ledger.order(), in_groups, finalists), finalists, chance)

    rounds = max(len(schedule.rounds) for schedule in schedules) + 1
    return SimulatedFormat(f"{number} groups, then a final of {finalists}", rounds, play)


def best_of_each(order: list[Player], in_groups: list[set[Player]], finalists: int) -> list[Player]:
    """Return the finalists first, equally many of each group, then all others."""
    each = finalists // len(in_groups)
    best = [player for group in in_groups for player in [one for one in order if one in group][:each]]
    return sorted(best, key=order.index) + [player for player in order if player not in best]


def play_schedule(schedule: Schedule, players: Sequence[Player], ledger: Ledger, chance: Chance) -> None:
    for tables in schedule.rounds:
        ledger.play([[players[rank] for rank in table.entries] for table in tables], chance)
