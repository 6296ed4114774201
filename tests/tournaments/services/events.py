"""Events for the tests of services: made and run by the services that people use; matches end as the game writes it."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Match
from games.services.sealed import tables_start
from players.models import Player, Team
from tests.players.builders import player, team
from tournaments.director.acts import Act
from tournaments.models import Entry, Round, Stage, Table, Tournament
from tournaments.services.acts import act_carry_out
from tournaments.services.creation import tournament_create
from tournaments.services.entries import entry_agree, entry_register
from tournaments.services.steps import tournament_advance

PLAIN: dict[str, Any] = {
    "name": "Winter Open",
    "game": "pot-de-vin",
    "options": {"mode": "solo", "deck": "double"},
    "format": "swiss",
    "settings": {"rounds": 2},
    "pace": "blitz",
    "check_in_minutes": 0,
    "lead_seconds": 0,
}
PAIRS = {"mode": "pairs-4", "deck": "double"}


def soon(**delta: float) -> Any:
    return timezone.now() + timedelta(**delta)


def staff() -> Player:
    """Somebody whose word enters others: whoever is not on the staff asks them."""
    return player(is_staff=True)


def event(entries: int = 0, **fields: Any) -> Tournament:
    """Open for registration; so many have entered."""
    made = tournament_create(by=fields.pop("owner", None) or player(), small=True, **PLAIN | fields)
    for _ in range(entries):
        enter(made)
    return fresh(made)


def enter(event: Tournament, one: Player | Team | None = None) -> Entry:
    """A player, or in team events a team whose partner agrees."""
    if not event.is_for_teams:
        return entry_register(tournament_id=event.pk, by=one or player())[0]
    pair = one if isinstance(one, Team) else team(partner=player())
    captain, partner = sorted((m.player for m in pair.members), key=lambda member: member != pair.captain)
    entry_register(tournament_id=event.pk, by=captain, team=pair)
    return entry_agree(tournament_id=event.pk, by=partner)


def fresh(event: Tournament) -> Tournament:
    return Tournament.objects.get(pk=event.pk)


def advanced(event: Tournament) -> Tournament:
    """As the worker does."""
    tournament_advance(event.pk)
    return fresh(event)


def act(event: Tournament, what: Act, *, by: Player | None = None, **facts: Any) -> Tournament:
    """An act of somebody who has just looked; the worker then goes on."""
    now = fresh(event)
    facts = {"reason": "Because.", **facts}
    act_carry_out(tournament=now, act=what, by=by or now.owner, state=now.state, facts=facts)
    return advanced(event)


def started(entries: int = 8, **fields: Any) -> Tournament:
    """The tables of the first round are open, and their time has come."""
    return act(event(entries, **fields), Act.START)


def entry(event: Tournament, number: int) -> Entry:
    return Entry.objects.get(tournament=event, number=number)


def player_of(event: Tournament, number: int) -> Player:
    return Player.objects.filter(entries__entry=entry(event, number), entries__replaced=False).order_by("pk")[0]


def tables(event: Tournament, **which: Any) -> list[Table]:
    """Tables of the newest stage, in their order."""
    stage = Stage.objects.filter(tournament=event).exclude(status="waiting").order_by("-number")[0]
    found = Table.objects.filter(stage=stage, **which).select_related("round", "stage", "match")
    return list(found.order_by("round__number", "number"))


def open_tables(event: Tournament) -> list[Table]:
    return [one for one in tables(event) if one.status in ("ready", "playing") and one.match_id]


def numbers(table: Table) -> list[int]:
    """Who sits at a table, by number, in the order of the seats."""
    return [slot.entry.number for slot in table.slots.select_related("entry").order_by("number") if slot.entry]


def places(table: Table) -> dict[int, int | None]:
    return {slot.entry.number: slot.place for slot in table.slots.select_related("entry") if slot.entry}


def where(table: Table) -> dict[str, int]:
    return {"stage": table.stage.number, "round": table.round.number, "table": table.number}


def play(table: Table, order: Sequence[int] | None = None, missing: Collection[int] = ()) -> None:
    """A match begins with whoever has come, and ends in this order of entries (the best first), or by their numbers."""
    table = Table.objects.select_related("match").get(pk=table.pk)
    match = table.match
    assert match is not None
    sides = {slot.side: slot.entry.number for slot in table.slots.select_related("entry") if slot.side is not None}
    seats = {
        seat: number for side, number in sides.items() for seat in map(int, match.engine.sides(match.options)[side])
    }
    if match.status == Match.Status.WAITING:
        tables_start({match.pk: frozenset(seat for seat, number in seats.items() if number not in missing)})
        match.refresh_from_db()
    ordered = list(order or sorted(sides.values()))
    match.result = {
        "sides": [
            {
                "seats": [int(seat) for seat in own],
                "place": 1 + ordered.index(sides[side]) if side in sides else len(sides) + 1,
                "points": 30 - (ordered.index(sides[side]) if side in sides else len(sides)),
            }
            for side, own in enumerate(match.engine.sides(match.options))
        ]
    }
    match.status, match.finished_at, match.deadline = Match.Status.FINISHED, timezone.now(), None
    match.save()


def play_round(event: Tournament, missing: Collection[int] = ()) -> Tournament:
    """Every table that is open is played: the better number wins."""
    for table in open_tables(event):
        play(table, missing=missing)
    return advanced(event)


def play_to_the_end(event: Tournament) -> Tournament:
    for _ in range(20):
        if event.is_over:
            return event
        event = play_round(event)
    raise AssertionError("it does not end")


def newest_round(event: Tournament) -> Round:
    return (
        Round.objects.filter(stage__tournament=event).exclude(status="planned").order_by("-stage__number", "-number")[0]
    )


def points(event: Tournament, after: int, stage: int = 1) -> dict[int, str]:
    """By entry, the points in the standings after a round."""
    stored = Round.objects.get(stage__tournament=event, stage__number=stage, number=after).standings
    return dict(stored.values_list("entry__number", "points"))


def ranking(event: Tournament) -> dict[int, int | None]:
    return dict(Entry.objects.filter(tournament=event).values_list("number", "place"))
