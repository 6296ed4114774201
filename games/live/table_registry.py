"""The tables that this process has loaded, each for as long as somebody is connected to it."""

from collections.abc import Callable

from games.engine.game import Seat
from games.live.live_table import LiveTable
from games.live.sockets import Socket


class TableRegistry:
    """Loads tables, adds sockets to them, and drops tables without sockets."""

    def __init__(
        self,
        tables: dict[int, LiveTable],
        make_table: Callable[[int], LiveTable],
        seats_changed: Callable[[int], None],
    ) -> None:
        self.tables, self.make_table, self.seats_changed = tables, make_table, seats_changed

    async def join(self, match_id: int, socket: Socket) -> LiveTable | None:
        """Add a socket to a table and send it everything; None if there is no such table.

        A socket that may not watch is not among the table's sockets afterwards.
        """
        table = await self.add_socket(match_id, socket)
        if table is not None and socket in table.sockets:
            try:
                await table.words.send_new(socket)
                await self.connect_seat(table, socket.seat)
            except BaseException:
                self.leave(table, socket)
                raise
        return table

    async def add_socket(self, match_id: int, socket: Socket) -> LiveTable | None:
        while True:
            table = self.tables.get(match_id)
            if table is None:
                table = self.tables[match_id] = self.make_table(match_id)
            async with table.lock:
                if self.tables.get(match_id) is not table:
                    continue  # the last socket left while we waited for the lock, and the table was dropped
                if not await self.bring_up_to_date(table):
                    return None
                socket.seat = table.seat_of(socket)
                if table.may_watch(socket):
                    table.sockets.add(socket)
                    await table.send_everything(socket)
                    table.timer.set(table.next_deadline())
                else:
                    self.drop_if_empty(table)
                return table

    async def bring_up_to_date(self, table: LiveTable) -> bool:
        """Load a table, or the moves that this process has missed; False if there is no such match.

        A waiting table is loaded again: who has just sat down or got cards comes before the announcement does.
        """
        if table.is_loaded and not table.is_waiting:
            await table.catch_up()
            return True
        loaded = False
        try:
            loaded = await table.load()
        finally:
            if not loaded:
                self.drop_if_empty(table)
        return loaded

    async def connect_seat(self, table: LiveTable, seat: Seat | None) -> None:
        if seat is not None:
            await table.return_seat(seat)
            self.seats_changed(table.match_id)

    def leave(self, table: LiveTable, socket: Socket) -> None:
        table.sockets.discard(socket)
        self.drop_if_empty(table)
        if socket.seat is not None:
            self.seats_changed(table.match_id)

    def drop_if_empty(self, table: LiveTable) -> None:
        """Drop a table without sockets: it would hear no announcements, and be out of date when somebody comes."""
        if not table.sockets and self.tables.get(table.match_id) is table:
            del self.tables[table.match_id]
            table.close()
