"""Builds, starts and stops everything that serves live tables and pages in one web process."""

import asyncio
from weakref import WeakKeyDictionary

from games.live.admission import Admission
from games.live.announcement_handler import AnnouncementHandler
from games.live.announcements import Announcements
from games.live.background_tasks import BackgroundTasks
from games.live.database_connection import DatabaseConnection
from games.live.live_table import LiveTable
from games.live.lobby import Lobby
from games.live.move_writer import MoveWriter
from games.live.presence import RENEW_INTERVAL_SECONDS, Presence
from games.live.reconciler import RECONCILE_INTERVAL_SECONDS, Reconciler
from games.live.session_revocation import CHECK_INTERVAL_SECONDS, SessionRevocation
from games.live.socket_registry import IDLE_CHECK_INTERVAL_SECONDS, SocketRegistry
from games.live.table_reader import TableReader
from games.live.table_registry import TableRegistry
from games.live.table_services import TableServices


class LiveServer:
    """One for each event loop, started with its first socket. docs/architecture.md shows its parts."""

    def __init__(self) -> None:
        self.background = BackgroundTasks()
        self.admission = Admission()
        self.sockets = SocketRegistry()
        self.lobby = Lobby()
        self.reader = TableReader()
        self.services = TableServices()
        self.writer = MoveWriter(self.background)
        self.connection = DatabaseConnection()
        tables: dict[int, LiveTable] = {}
        self.announcements = Announcements(self.background)
        self.presence = Presence(tables, self.announcements.origin, self.announcements.send)
        self.handler = AnnouncementHandler(tables, self.lobby, self.presence, self.background)
        self.reconciler = Reconciler(tables, self.connection, self.services, self.lobby.changed)
        self.revocation = SessionRevocation(self.sockets, self.connection, self.background.guarded)
        self.tables = TableRegistry(tables, self.make_table, self.presence.seats_changed)

    def make_table(self, match_id: int) -> LiveTable:
        return LiveTable(
            match_id,
            reader=self.reader,
            writer=self.writer,
            services=self.services,
            background=self.background,
            announce=self.announcements.send,
            seats_changed=self.presence.seats_changed,
        )

    def start(self) -> None:
        self.announcements.start(
            hear=self.handler.handle, reconcile=lambda: self.background.start(self.reconciler.run_after_gap)
        )
        self.background.start(self.revocation.listen)
        self.background.repeat(self.revocation.check_all, CHECK_INTERVAL_SECONDS)
        self.background.repeat(self.sockets.close_idle, IDLE_CHECK_INTERVAL_SECONDS)
        self.background.repeat(self.reconciler.run, RECONCILE_INTERVAL_SECONDS)
        self.background.repeat(self.presence.renew, RENEW_INTERVAL_SECONDS)

    async def close(self) -> None:
        await self.background.close()
        parts = (self.revocation, self.presence, self.announcements, self.lobby, self.admission, self.services)
        for part in (*parts, self.reader, self.writer, self.connection):
            await part.close()


LIVE_SERVERS: WeakKeyDictionary[asyncio.AbstractEventLoop, LiveServer] = WeakKeyDictionary()


def live_server() -> LiveServer:
    """Return this process's server, started."""
    loop = asyncio.get_running_loop()
    if loop not in LIVE_SERVERS:
        LIVE_SERVERS[loop] = LiveServer()
        LIVE_SERVERS[loop].start()
    return LIVE_SERVERS[loop]


async def say_goodbye(seconds: float) -> None:
    """Tell all clients of this process that it ends within so many seconds."""
    for server in tuple(LIVE_SERVERS.values()):
        await server.sockets.say_goodbye(seconds)
