"""Simulates brackets."""

from collections.abc import Callable, Iterator

from tournaments.formats.elimination.bracket import Bracket
from tournaments.formats.elimination.building import double_elimination, single_elimination
from tournaments.formats.elimination.course import Course, Status, TableState, play_out
from tournaments.formats.elimination.final_order import final_order
from tournaments.formats.elimination.shapes import NoBracketFits, Rules
from tournaments.formats.elimination.slots import Bye, FromTable
from tournaments.formats.entries import EntryId
from tournaments.formats.simulation.chance import Chance, Event
from tournaments.formats.simulation.formats import SimulatedFormat, SimulatedResult
from tournaments.formats.sizes import TableSizes
from tournaments.formats.tables import Outcome


def knockouts(players: int, sizes: TableSizes) -> Iterator[SimulatedFormat]:
    """Yield single and double elimination, with one or half of a table going on."""
    ranks = [EntryId(rank) for rank in range(players)]
    for goes_on in sorted({1, sizes.most // 2}):
        words = "" if sizes.most == 2 else ", the first goes on" if goes_on == 1 else f", the first {goes_on} go on"
        for name, build in (("single elimination", single_elimination), ("double elimination", double_elimination)):
            try:
                bracket = build(ranks, Rules(sizes, goes_on))
            except NoBracketFits:
                continue
            yield SimulatedFormat(name + words, length(bracket), knockout_of(bracket))


def length(bracket: Bracket) -> int:
    """Return the rounds a bracket takes when every table is played as soon as it can be, the reset included."""
    ends: list[int] = []
    for table in bracket.tables:
        before = max((ends[slot.table] for slot in table.slots if isinstance(slot, FromTable)), default=0)
        ends.append(before + (Bye() not in table.slots))
    return max(ends)


def knockout_of(bracket: Bracket) -> Callable[[Event, Chance], SimulatedResult]:
    """Return a function that plays a bracket drawn for ranks: whoever is seeded there takes the place."""

    def play(event: Event, chance: Chance) -> SimulatedResult:
        def judge(state: TableState) -> Outcome:
            ranks = {event.seeds[rank]: rank for rank in state.entries}
            return Outcome(tuple((ranks[player],) for player in chance.order(ranks, event.strengths)))

        course = play_out(bracket, judge)
        order = [event.seeds[rank] for place in final_order(course) for rank in place]
        return SimulatedResult(order, {event.seeds[rank]: games for rank, games in games_of(course).items()})

    return play


def games_of(course: Course) -> dict[EntryId, int]:
    games = dict.fromkeys(course.bracket.seeds, 0)
    for state in course.states:
        if state.status is Status.PLAYED:
            for rank in state.entries:
                games[rank] += 1
    return games
