"""Tables and people for tests, made by the services that the site uses."""

from games.models import BotLevel, Match, Seat
from games.services.tables import table_open, table_ready, table_sit
from players.models import Player
from tests.players.builders import player

DOUBLE = {"deck": "double"}


def people(number: int, prefix: str = "Player") -> list[Player]:
    return [player(f"{prefix}{chr(65 + index)}") for index in range(number)]


def waiting_table(mode: str = "solo-4", host: Player | None = None, **settings) -> Match:
    return table_open(host=host or player("Host"), options={"mode": mode, "deck": "double"}, **settings)


def playing_table(players: list[Player], mode: str, **settings) -> Match:
    """Everyone sits in the order given, everyone is ready, the cards are dealt."""
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
    """The names around a table; nothing for an empty chair."""
    return [seat.display_name for seat in Seat.objects.filter(match=match).select_related("player")]
