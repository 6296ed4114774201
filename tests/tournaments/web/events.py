"""Tournaments for tests of pages, made and run by the services that the site uses; results come by ruling."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from time import sleep
from typing import Any

from django.utils import timezone

from players.models import Player, Team
from tests.players.builders import player
from tournaments.director.acts import Act
from tournaments.director.due import Step
from tournaments.models import Entry, Table, Tournament
from tournaments.services.acts import act_carry_out
from tournaments.services.creation import tournament_create
from tournaments.services.entries import entry_register
from tournaments.services.steps import step_due, tournament_advance

PLAIN: dict[str, Any] = {
    "name": "Spring Open",
    "game": "pot-de-vin",
    "options": {"mode": "solo", "deck": "double"},
    "format": "swiss",
    "settings": {},
    "pace": "blitz",
    "rated": False,
    "check_in_minutes": 0,
    "listed": True,
}


def event(owner: Player | None = None, **fields: Any) -> Tournament:
    """A tournament that is open for registration."""
    return tournament_create(by=owner or player(), small=True, **PLAIN | fields)


def enter(tournament: Tournament, *players: Player, team: Team | None = None) -> list[Entry]:
    return [entry_register(tournament_id=tournament.pk, by=one, team=team)[0] for one in players]


def crowd(tournament: Tournament, number: int) -> list[Player]:
    """So many players who have entered."""
    players = [player() for _ in range(number)]
    enter(tournament, *players)
    return players


def act(tournament: Tournament, kind: Act, **facts: Any) -> None:
    """An act of the owner, who has just looked."""
    tournament.refresh_from_db()
    assert tournament.owner is not None
    act_carry_out(
        tournament=tournament,
        act=kind,
        by=tournament.owner,
        state=tournament.state,
        facts={"reason": "A test.", **facts},
    )
    advance(tournament)


def advance(tournament: Tournament) -> None:
    """Until nothing is due; on a site that runs, its worker may be carrying out the step, and is waited for."""
    tournament_advance(tournament.pk)
    while isinstance(step_due(tournament.pk, timezone.now()), Step):
        sleep(0.05)
        tournament_advance(tournament.pk)
    tournament.refresh_from_db()


def start(tournament: Tournament) -> None:
    """Begin; the tables of the first round open, and begin a minute later."""
    act(tournament, Act.START)


def open_tables(tournament: Tournament) -> list[Table]:
    tables = Table.objects.filter(stage__tournament=tournament, status__in=["ready", "playing"], match__isnull=False)
    return list(tables.order_by("round__number", "number"))


def decide(table: Table, tournament: Tournament, order: Sequence[int] | None = None) -> None:
    """The first seat wins, the second is second, and so on; or as the entries' numbers say."""
    numbers = order or [slot.entry.number for slot in table.slots.select_related("entry") if slot.entry]
    act(
        tournament,
        Act.ENTER_RESULT,
        table=table.number,
        round=table.round.number,
        stage=table.stage.number,
        places=[[number] for number in numbers],
    )


def play_round(tournament: Tournament) -> None:
    """Every table that is open is decided by its seats."""
    for table in open_tables(tournament):
        decide(table, tournament)


def play_to_the_end(tournament: Tournament, most_rounds: int = 20) -> None:
    for _ in range(most_rounds):
        if tournament.is_over:
            return
        play_round(tournament)
    raise AssertionError("it does not end")


def soon(**delta: float) -> datetime:
    return timezone.now() + timedelta(**delta)
