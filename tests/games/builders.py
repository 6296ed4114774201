"""Creates tables and players for tests, through the services."""

import time
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.utils import timezone

from games.models import BotLevel, Match, Pace, Seat
from games.selectors import presence
from games.services.sealed import SealedTable, sealed_tables_open, sealed_tables_start_due
from games.services.tables import table_open, table_ready, table_sit
from players.models import Player
from tests.players.builders import player


def people(number: int, prefix: str = "Player") -> list[Player]:
    return [player(f"{prefix}{chr(65 + index)}") for index in range(number)]


def waiting_table(mode: str = "solo-4", host: Player | None = None, **settings) -> Match:
    return table_open(host=host or player("Host"), options={"mode": mode, "deck": "double"}, **settings)


def playing_table(players: list[Player], mode: str, **settings) -> Match:
    """Return a table at which these players sit in this order, dealt and playing."""
    match = waiting_table(mode, players[0], **settings)
    for number, one in enumerate(players[1:], start=1):
        table_sit(match=match, player=one, number=number)
    for number, one in enumerate(players):
        match = table_ready(match=match, player=one, contribution=f"{number:02x}" * 32)
    return match


def bot_table(host: Player, mode: str = "solo-4", level: str = BotLevel.NOVICE, **settings) -> Match:
    match = waiting_table(mode, host, bots=level, **settings)
    return table_ready(match=match, player=host, contribution="ab" * 32)


def sitting(match: Match) -> list[str]:
    """Return the names at a table by seat; "" for a free seat."""
    return [seat.display_name for seat in Seat.objects.filter(match=match).select_related("player")]


# --- Sealed tables ---


def sealed_options(sides: Sequence[Sequence[Player]]) -> dict[str, str]:
    """Return the options for so many sides: pairs if any side has two players."""
    each = max(map(len, sides))
    return {"mode": f"{'pairs' if each == 2 else 'solo'}-{each * len(sides)}", "deck": "double"}


def sealed_tables(tables: Sequence[Sequence[Sequence[Player]]], starts_at: datetime | None = None, **settings):
    """Open a sealed table for each list of sides; a side without players is a bot's. By default they are due now."""
    laid = [SealedTable(sealed_options(sides), [[one.pk for one in side] for side in sides]) for sides in tables]
    chosen = {"game": "pot-de-vin", "rated": False, "pace": Pace.STANDARD, "watching": "everyone"} | settings
    return sealed_tables_open(tables=laid, starts_at=starts_at or timezone.now() - timedelta(seconds=1), **chosen)


def sealed_table(players: Sequence[Player], starts_at: datetime | None = None, **settings) -> Match:
    """Open a sealed table of single players."""
    return sealed_tables([[[one] for one in players]], starts_at, **settings)[0]


def lease(match: Match, *seats: int, seconds: float = 15, process: str = "elsewhere") -> None:
    """Write the presence lease of a process that serves these seats."""
    text = f"{time.time() + seconds:.0f}:{','.join(map(str, seats))}"
    presence.bus().hset(presence.key_of(match.pk), process, text)


def started_table(players: Sequence[Player], *there: int, **settings) -> Match:
    """Return a sealed table that has started while the players of the seats `there` were connected."""
    match = sealed_table(players, **settings)
    lease(match, *there)
    assert sealed_tables_start_due() == [match.pk]
    return Match.objects.get(pk=match.pk)
