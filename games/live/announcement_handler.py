"""Applies what other web processes and services announce to the tables of this process."""

from collections.abc import Mapping

from games.live.background_tasks import BackgroundTasks
from games.live.live_table import LiveTable
from games.live.lobby import Lobby
from games.live.presence import Presence
from games.services.announcements import ChangeKind, MatchChange


class AnnouncementHandler:
    """Starts for each change what the table it is about has to do. Never waits for a table's lock itself."""

    def __init__(
        self, tables: Mapping[int, LiveTable], lobby: Lobby, presence: Presence, background: BackgroundTasks
    ) -> None:
        self.tables, self.lobby, self.presence, self.background = tables, lobby, presence, background

    def handle(self, change: MatchChange) -> None:
        if change.kind is ChangeKind.TABLE:
            self.lobby.changed()
        if (table := self.tables.get(change.match_id)) is None:
            return
        match change.kind:
            case ChangeKind.MOVES:
                self.background.start(lambda: table.hear(change.move))
            case ChangeKind.TABLE:
                self.background.start(table.reload)
            case ChangeKind.WORDS:
                self.background.start(table.words.send_new)
            case ChangeKind.RATINGS:
                self.background.start(table.send_rating)
            case ChangeKind.PRESENCE:
                self.presence.seats_changed(change.match_id, is_ours=False)
