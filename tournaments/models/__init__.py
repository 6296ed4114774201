from tournaments.models.entry import Entry, EntryPlayer, InvitedPlayer
from tournaments.models.log import LogLine
from tournaments.models.notice import MailTurnedOff, Notice
from tournaments.models.stage import Rest, Round, Stage, StageEntry, StandingLine
from tournaments.models.table import Call, Slot, Table, TableMatch
from tournaments.models.tournament import Format, Tournament

__all__ = [
    "Call",
    "Entry",
    "EntryPlayer",
    "Format",
    "InvitedPlayer",
    "LogLine",
    "MailTurnedOff",
    "Notice",
    "Rest",
    "Round",
    "Slot",
    "Stage",
    "StageEntry",
    "StandingLine",
    "Table",
    "TableMatch",
    "Tournament",
]
