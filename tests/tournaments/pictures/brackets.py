"""Brackets of tournaments.formats as the picture wants them: what a page does with the rows of its database."""

from collections.abc import Callable, Sequence

from tests.tournaments.formats.knockouts import by_seed
from tournaments.formats.elimination.bracket import Bracket
from tournaments.formats.elimination.course import Course, Status, TableState, play_out
from tournaments.formats.elimination.final_order import rounds as rounds_of
from tournaments.formats.elimination.slots import Bye, Dropped, FromTable, Present, Slot
from tournaments.formats.tables import Outcome
from tournaments.formats.wording import PLACES
from tournaments.pictures.bracket import BracketRound, BracketSlot, BracketTable

STATUS = {
    Status.WAITING: "waiting",
    Status.READY: "ready",
    Status.PLAYED: "finished",
    Status.WALKOVER: "walkover",
    Status.REST: "rest",
    Status.NOT_NEEDED: "not-needed",
}


def pictured(course: Course, name: Callable[[int], str] = "Player {}".format) -> list[BracketRound]:
    """Tables are numbered from 1. Nobody is out before the whole of it is over but whoever has lost their last life."""
    counted: dict[str, int] = {}
    found = []
    for each, states in zip(course.bracket.rounds, rounds_of(course), strict=True):
        part = each.part.value.replace(" ", "-")
        counted[part] = counted.get(part, 0) + 1
        tables = tuple(table_of(state, part, course.bracket, name) for state in states)
        found.append(BracketRound(f"{part.capitalize()} {counted[part]}", part, tables))
    return found


def table_of(state: TableState, part: str, bracket: Bracket, name: Callable[[int], str]) -> BracketTable:
    sides = zip(state.table.slots, state.occupants, strict=True)
    number = state.table.number + 1
    return BracketTable(
        number=number,
        title=f"Table {number}",
        status=STATUS[state.status],
        slots=tuple(slot_of(slot, occupant, state, part, bracket, name) for slot, occupant in sides),
        sources=tuple(slot.table + 1 if isinstance(slot, FromTable) else None for slot in state.table.slots),
        advances=state.table.goes_on,
        href=f"/tournaments/open/tables/{number}/",
        live=False,
    )


def slot_of(slot: Slot, occupant, state: TableState, part: str, bracket: Bracket, name) -> BracketSlot:
    if not isinstance(occupant, Present | Dropped):
        label = "" if isinstance(slot, Bye) else f"{PLACES[slot.place - 1].capitalize()} of table {slot.table + 1}"
        return BracketSlot(label, None, None, "", goes_on=False, is_out=False, seed=None)
    order = [one.entry for one in state.finishers]
    place = order.index(occupant.entry) + 1 if state.status is Status.PLAYED else None
    lost = place is not None and place > state.table.goes_on
    return BracketSlot(
        label=name(occupant.entry),
        entry=occupant.entry,
        place=place,
        points="" if place is None else str(40 - 7 * place),
        goes_on=order[: state.table.goes_on].count(occupant.entry) > 0 and state.status is not Status.NOT_NEEDED,
        is_out=lost and (bracket.lives == 1 or part != "winners"),
        seed=bracket.rank[occupant.entry] + 1,
    )


def played(bracket: Bracket, tables: int | None = None, judge: Callable[[TableState], Outcome] = by_seed) -> Course:
    """So many tables of it, or all."""
    limit = len(bracket.tables) if tables is None else tables
    return play_out(bracket, lambda state: judge(state) if state.table.number < limit else None)


def numbers(rounds: Sequence[BracketRound]) -> list[int]:
    return [table.number for each in rounds for table in each.tables]
