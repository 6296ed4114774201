from games.models.event import Event, Pulse, Report, Words
from games.models.match import BotLevel, Match, Pace, Seat

__all__ = ["BotLevel", "Event", "Match", "Pace", "Pulse", "Report", "Seat", "Words"]
