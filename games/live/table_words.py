"""Sends what is said at a table to those who may read it."""

from collections.abc import Callable, Collection

from games.live.sockets import Socket
from games.live.table_reader import TableReader
from games.models import Words


class TableWords:
    """The words said at one table, by its players and by its spectators."""

    def __init__(
        self,
        match_id: int,
        reader: TableReader,
        sockets: Collection[Socket],
        may_read: Callable[[Socket, Words], bool],
        message: Callable[[Words], str],
    ) -> None:
        self.match_id, self.reader, self.sockets = match_id, reader, sockets
        self.may_read, self.message = may_read, message

    async def send_new(self, only: Socket | None = None) -> None:
        """Send what was said since each socket last got something, and withhold what it may not read yet."""
        sockets = [only] if only else list(self.sockets)
        if not sockets:
            return
        oldest = min(socket.last_words_id for socket in sockets)
        for words in await self.reader.words_after(self.match_id, oldest):
            for socket in sockets:
                if words.pk > socket.last_words_id:
                    socket.last_words_id = words.pk
                    if self.may_read(socket, words):
                        await socket.send(self.message(words))
                    else:
                        socket.withheld_words.append(words)

    async def send_withheld(self) -> None:
        """Send what was withheld, now that the match is over."""
        for socket in tuple(self.sockets):
            while socket.withheld_words:
                await socket.send(self.message(socket.withheld_words.pop(0)))
