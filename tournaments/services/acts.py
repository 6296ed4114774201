"""Carries out acts of organisers, for the admin, the site and programs alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from players.models import Player
from tournaments.director.acts import Act, allowed, needs
from tournaments.models import Entry, Table, Tournament
from tournaments.refusals import (
    BadPlaces,
    NoSuchEntry,
    NoSuchOtherEntry,
    NoSuchTable,
    NotAllowed,
    NotNow,
    OwnTable,
    ReasonNeeded,
    Stale,
    TextNeeded,
)
from tournaments.selectors.own_tables import entry_is_own, own_tables, table_is_own
from tournaments.selectors.roles import organises
from tournaments.selectors.situations import situation_of

REASON_LENGTH = 500


@dataclass(frozen=True, slots=True)
class ActRequest:
    """An act to carry out: what, by whom, on which state they have seen, and why."""

    act: Act
    tournament_id: int
    by: Player
    state: int
    reason: str = ""
    entry: Entry | None = None
    other: Entry | None = None
    table: Table | None = None
    # Groups of entry numbers that tied, best first.
    places: tuple[tuple[int, ...], ...] = ()
    player: str = ""
    former: str = ""
    text: str = ""


Handler = Callable[[ActRequest], None]
HANDLERS: dict[Act, Handler] = {}


def handles(act: Act) -> Callable[[Handler], Handler]:
    """Register the service that carries out an act."""

    def register(handler: Handler) -> Handler:
        HANDLERS[act] = handler
        return handler

    return register


def act_carry_out(*, tournament: Tournament, act: Act, by: Player, state: int, facts: Mapping[str, Any]) -> None:
    """Carry out an act; refuse it in this fixed order: not an organiser, bad subject, stale, not allowed now.

    The check here gives a clear answer; the handler compares `state` once more under the lock.
    """
    if not organises(tournament, by):
        raise NotAllowed
    request = act_request_read(tournament, act, by, state, facts)
    if state != tournament.state:
        raise Stale
    if act not in allowed(situation_of(tournament)):
        raise NotNow
    HANDLERS[act](request)


def act_request_read(tournament: Tournament, act: Act, by: Player, state: int, facts: Mapping[str, Any]) -> ActRequest:
    """Read what an act is about; refuse if something that it needs is missing."""
    wanted = needs(act)
    table = table_named(tournament, facts) if "table" in wanted else None
    entry, other = (entry_named(tournament, facts.get(name)) if name in wanted else None for name in ("entry", "other"))
    own_check(tournament, by, table, [entry, other])
    if "player" in wanted:
        membership.newcomer_check(tournament, act, str(facts.get("player") or "").strip())
    if "entry" in wanted and entry is None:
        raise NoSuchEntry
    if table is not None and entry is not None and not table.slots.filter(entry=entry).exists():
        raise NoSuchEntry
    if "other" in wanted and other is None:
        raise NoSuchOtherEntry
    reason = str(facts.get("reason") or "").strip()[:REASON_LENGTH]
    if "reason" in wanted and not reason:
        raise ReasonNeeded
    text = str(facts.get("text") or "").strip()
    if "text" in wanted and not text:
        raise TextNeeded
    places = tuple(tuple(group) for group in facts.get("places") or ())
    if "places" in wanted and table is not None:
        places_check(table, places)
    return ActRequest(
        act=act,
        tournament_id=tournament.pk,
        by=by,
        state=state,
        reason=reason,
        entry=entry,
        other=other,
        table=table,
        places=places,
        player=str(facts.get("player") or "").strip(),
        former=str(facts.get("former") or "").strip(),
        text=text,
    )


def entry_named(tournament: Tournament, number: Any) -> Entry | None:
    """Return an entry by its public number."""
    return tournament.entries.filter(number=number).first() if type(number) is int else None


def own_check(tournament: Tournament, by: Player, table: Table | None, entries: Sequence[Entry | None]) -> None:
    """Refuse an act about an own table or entry, or about an entry at an own table that is undecided."""
    if table is None and not any(entries):
        return
    own = own_tables(tournament, by)
    if table_is_own(table, own) or any(entry_is_own(entry, own) for entry in entries):
        raise OwnTable


def places_check(table: Table, places: Sequence[Sequence[int]]) -> None:
    """Refuse a result that does not name everyone at the table exactly once."""
    seated = table.slots.filter(entry__isnull=False).values_list("entry__number", flat=True)
    named = [number for group in places for number in group]
    if not all(places) or sorted(named) != sorted(seated):
        raise BadPlaces


def table_named(tournament: Tournament, facts: Mapping[str, Any]) -> Table:
    """Return a table by its number: of the stage and round named, else of the newest that has it."""
    number = facts.get("table")
    if type(number) is not int:
        raise NoSuchTable
    tables = Table.objects.filter(stage__tournament=tournament, number=number)
    if facts.get("stage") is not None:
        tables = tables.filter(stage__number=facts["stage"])
    if facts.get("round") is not None:
        tables = tables.filter(round__number=facts["round"])
    known = tables.exclude(round__status__in=["planned", "draft"])
    found = known.order_by("-stage__number", "-round__number").select_related("stage", "round", "match").first()
    if found is None:
        raise NoSuchTable
    return found


def plays_at(table: Table, player: Player) -> bool:
    """Return whether a player plays for an entry at a table now."""
    return table.slots.filter(entry__players__player=player, entry__players__replaced=False).exists()


# Importing them registers their handlers.
from tournaments.services import course, membership, pairings, rulings  # noqa: E402

__all__ = ["ActRequest", "act_carry_out", "course", "handles", "membership", "pairings", "rulings"]
