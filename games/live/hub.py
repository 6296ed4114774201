"""All tables of this process, and what they share: the way to the database, the bus, the heartbeat."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from psycopg import OperationalError

from games.engine.game import Seat
from games.engine.running import Move, Seq
from games.live import messages, store, tidying, visitors
from games.live.batches import Batches, DatabaseAway
from games.live.bus import Bus
from games.live.database import Database
from games.live.gathering import Gathering, small_lots
from games.live.presence import LEASE, Presence
from games.live.sockets import Socket
from games.live.table import LiveTable
from games.models import Match, Words
from games.selectors.matches import events_of_many_after, words_of_many_after
from games.services import clocks
from games.services.announcements import About, News
from games.services.moves import Proposal, matches_finished, moves_commit_live
from ratings.selectors.changes import changes_of_matches

log = structlog.get_logger("guildhall.live")
# How often everything is looked at; and all sockets, whether they may stay. The database tells of those who may not,
# in the moment in which they go: this finds sessions that have run out, and whom a lost connection did not tell of.
NOW_AND_THEN = 3.2
SELDOM = 5.0
# The channel on which it tells (players/migrations/0007_departures.py).
DEPARTURES = "departures"
SILENT_AFTER = 75.0
# Fewer than of anything else: each is written here and read from a script's answer, and a move may wait.
LEASES_AT_ONCE = 16
# Pages that list tables fetch their lists anew: once for all that changes within this time, however many tables it is.
LOBBY_REFRESH_PAUSE_SECONDS = 0.05
SOCKETS_PER_PLAYER = 10
NOT_FOR_YOU = 4403
COME_BACK_LATER = 4503


class Hub:
    """One for each process; made when its first socket comes."""

    def __init__(self) -> None:
        self.tables: dict[int, LiveTable] = {}
        self.everyone: set[Socket] = set()  # whom we know, also before they have found their table
        self.lobby: set[Socket] = set()
        self.open: Counter[int | str] = Counter()  # sockets by player or address
        self.tasks: set[asyncio.Task[None]] = set()
        self.departures = Gathering[str](self.send_away_named)
        self.lobby_changes = Gathering[int](self.tell_lobby_of, LOBBY_REFRESH_PAUSE_SECONDS)
        # One for moves, and one for what can wait.
        self.database, self.lookout = Database(), Database(DEPARTURES, self.departures.add)
        self.commits: Batches[Proposal, bool] = Batches(self.commit)
        self.reads: Batches[tuple[int, Seq], list[Move]] = Batches(store.in_thread(events_of_many_after))
        self.words: Batches[tuple[int, int], list[Words]] = Batches(store.in_thread(words_of_many_after))
        # When a process has ended, everyone comes at once.
        self.visitors: Batches[visitors.Credentials, visitors.Visitor] = Batches(store.in_thread(visitors.visitors_by))
        self.finds: Batches[str, int | None] = Batches(store.in_thread(store.match_ids_of))
        self.loads: Batches[int, store.Loaded | None] = Batches(store.in_thread(store.load_matches))
        self.returns: Batches[tuple[int, Seat], bool] = Batches(store.in_thread(store.return_seats))
        self.bus = Bus(self.hear, lambda: self.start(self.catch_up))
        self.presence = Presence(self.bus, self.tables)
        self.read_past = store.in_thread(store.load_past)
        self.read_changes = store.in_thread(changes_of_matches)
        self.mark_away = store.in_thread(clocks.seats_mark_away)
        self.pulse = store.in_thread(clocks.pulse, store.HEARTBEAT)
        self.matches_finished = store.in_thread(matches_finished)
        self.think = store.in_thread(clocks.step_for_the_late, store.THINKERS)
        self.start(self.bus.listen)
        self.start(lambda: self.again_and_again(self.send_away_all, SELDOM))
        self.start(lambda: self.again_and_again(self.look_around, NOW_AND_THEN))
        self.start(lambda: self.again_and_again(self.renew_leases, LEASE / 3))
        self.tidying = tidying.Tidying()
        self.start(lambda: self.again_and_again(self.tidy, tidying.OFTEN))

    def start(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Does something beside everything else. A database that is away is no bug: the heartbeat tries again."""
        task = asyncio.get_running_loop().create_task(self.guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def guarded(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        try:
            await work()
        except (DatabaseAway, OperationalError):
            log.warning("database away")
        except Exception:
            log.exception("live table failed")

    async def close(self) -> None:
        """Ends everything that runs beside."""
        while self.tasks:  # a library may turn the request into an error of its own, so it is made until it is heard
            for task in self.tasks:
                task.cancel()
            await asyncio.wait(self.tasks, timeout=0.5)
        reading = (self.reads, self.words, self.visitors, self.finds, self.loads, self.returns)
        gatherings = (self.departures, self.lobby_changes, self.presence.changes)
        for gathering in (*gatherings, *(one.waiting for one in (self.commits, *reading))):
            await gathering.close()
        for database in (self.database, self.lookout):
            await database.close()
        await self.bus.redis.aclose()

    async def commit(self, proposals: Sequence[Proposal]) -> list[bool]:
        """Which of these moves are stored now."""
        moved, finished = await moves_commit_live(self.database.numbers, proposals)
        if finished:
            self.start(lambda: self.matches_finished(finished))
        return [proposal.match_id in moved for proposal in proposals]

    # --- Coming and going ---

    async def join(self, match_id: int, socket: Socket) -> LiveTable | None:
        """Adds a socket to a table; None if there is no such table."""
        while True:
            table = self.tables.setdefault(match_id, LiveTable(self, match_id))
            async with table.lock:
                if self.tables.get(match_id) is not table:
                    continue  # while we waited, the last of the others left and took the table with them
                if table.is_loaded:
                    await table.catch_up_held()
                elif not await self.load(table):
                    return None
                socket.seat = table.seat_of(socket)
                if table.may_watch(socket):
                    table.sockets.add(socket)
                    await table.tell_all(socket)
                    table.wind_up()
                else:
                    self.drop_if_empty(table)
            break
        if socket in table.sockets:
            try:
                await self.arrived(table, socket)
            except BaseException:
                await self.leave(table, socket)
                raise
        return table

    async def load(self, table: LiveTable) -> bool:
        """For the first who comes. What cannot be loaded is not kept."""
        loaded = False
        try:
            loaded = await table.load()
        finally:
            if not loaded:
                self.drop_if_empty(table)
        return loaded

    async def arrived(self, table: LiveTable, socket: Socket) -> None:
        await self.tell_words(table, socket)
        if socket.seat is not None:
            await self.came_back(table, socket.seat)
            self.presence.changed(table.match_id, here=True)

    async def came_back(self, table: LiveTable, seat: Seat) -> None:
        """If a bot has played for somebody, it leaves the chair. Another process may have put it there: the database
        knows."""
        if table.running and not table.is_over:
            returned = await self.returns.ask((table.match_id, seat))
            if returned or table.is_played_by_bot(seat):  # an earlier answer may have been lost on its way
                self.bus.say([News(About.TABLE, table.match_id)])
                await self.reload(table)

    async def leave(self, table: LiveTable, socket: Socket) -> None:
        table.sockets.discard(socket)
        self.tidying.left += 1
        self.drop_if_empty(table)
        if socket.seat is not None:
            self.presence.changed(table.match_id, here=True)

    def drop_if_empty(self, table: LiveTable) -> None:
        """A table that nobody looks at is not kept: it would hear of nothing, and be believed later."""
        if not table.sockets and self.tables.get(table.match_id) is table:
            del self.tables[table.match_id]
            table.close()

    def admit(self, key: int | str) -> bool:
        """Counts a socket of a player, or of an address without an account; False if there are too many of them. Each
        one admitted is dismissed again."""
        most = SOCKETS_PER_PLAYER if isinstance(key, int) else settings.SOCKETS_PER_ADDRESS
        if self.open[key] >= most:
            return False
        self.open[key] += 1
        return True

    def dismiss(self, key: int | str) -> None:
        self.open[key] -= 1
        if not self.open[key]:
            del self.open[key]

    async def say_goodbye(self, seconds: float) -> None:
        """This process ends soon. Everyone moves over to another one, each at a moment of their own."""
        text = messages.encode("restart", within=round(seconds * 1000))
        for socket in tuple(self.everyone):
            await socket.send(text)

    # --- News ---

    async def hear(self, news: News) -> None:
        """Something has changed elsewhere. A move is taken at once where there is nothing to wait for."""
        table = self.tables.get(news.match_id)
        if news.about is About.TABLE:
            self.lobby_changes.add(news.match_id)
        if table is None:
            return
        if news.about is About.MOVES and table.is_next(news.move):
            await table.hear(news.move, news.shown)
        else:
            self.see_to(table, news)

    def see_to(self, table: LiveTable, news: News) -> None:
        """Beside what is heard next."""
        match news.about:
            case About.MOVES:
                self.start(lambda: table.hear(news.move, news.shown))
            case About.TABLE:
                self.start(lambda: self.reload(table))
            case About.WORDS:
                self.start(lambda: self.tell_words(table))
            case About.RATINGS:
                self.start(lambda: self.tell_ratings([news.match_id]))
            case About.PRESENCE:
                self.presence.changed(news.match_id, here=False)

    async def catch_up(self) -> None:
        """Now that we listen (again): whatever was said before."""
        await self.resync()
        await self.tell_lobby()

    async def reload(self, table: LiveTable) -> None:
        async with table.lock:
            seats = table.seats_here()
            has_waited = table.is_loaded and table.match.status == Match.Status.WAITING
            await table.load()
            if has_waited:
                self.see_who_has_come(table)
            if table.seats_here() != seats:  # somebody who is connected has sat down, or got up
                self.presence.changed(table.match_id, here=True)
            waiting = table.match.status == Match.Status.WAITING
            for socket in tuple(table.sockets):
                if not table.may_watch(socket):  # whoever has got up from a table that only players see
                    await socket.turn_away("not-for-you", NOT_FOR_YOU)
                else:
                    await (socket.send(messages.encode("changed")) if waiting else table.tell_all(socket))

    def see_who_has_come(self, table: LiveTable) -> None:
        """A sealed table has begun. Who is connected here was there, even if the lease that says so came too late for
        the worker that started it: the bot leaves their chair."""
        for seat in table.seats_here():
            if table.is_played_by_bot(seat):
                self.start(lambda seat=seat: self.came_back(table, seat))  # type: ignore[misc]

    async def tell_lobby_of(self, _match_ids: Collection[int]) -> None:
        await self.tell_lobby()

    async def tell_lobby(self) -> None:
        for socket in tuple(self.lobby):
            await socket.send(messages.encode("changed"))

    async def tell_words(self, table: LiveTable, only: Socket | None = None) -> None:
        """What was said since each socket last heard."""
        listeners = [only] if only else list(table.sockets)
        if not listeners:
            return
        for words in await self.words.ask((table.match_id, min(socket.words for socket in listeners))):
            for socket in listeners:
                if words.pk > socket.words:
                    socket.words = words.pk
                    if table.may_hear(socket, words):
                        await socket.send(table.words_message(words))
                    else:
                        socket.withheld.append(words)

    async def tell_ratings(self, match_ids: Sequence[int]) -> None:
        """What matches did to the ratings, as far as that is known."""
        changes = await self.read_changes(match_ids) if match_ids else {}
        for match_id, table in self.known(changes):
            await table.tell_ratings(changes[match_id])

    # --- The heartbeat ---

    async def again_and_again(self, work: Callable[[], Coroutine[Any, Any, None]], seconds: float) -> None:
        """Sees to what an announcement may have missed."""
        while True:
            await self.guarded(work)
            await asyncio.sleep(seconds)

    async def tidy(self) -> None:
        self.tidying.tidy(sum(self.open.values()))

    async def look_around(self) -> None:
        await self.pulse()
        self.bus.look_who_listens()
        await self.resync()

    async def renew_leases(self) -> None:
        async for match_ids in small_lots(list(self.tables), LEASES_AT_ONCE):
            await self.presence.renew(match_ids)

    async def resync(self) -> None:
        """Compares every table here with the database."""
        async for match_ids in small_lots(list(self.tables)):
            standing = {match_id: table.standing() for match_id, table in self.known(match_ids)}
            behind = await store.matches_behind(self.lookout.numbers, standing)
            for match_id, table in self.known(match_ids):
                if match_id in behind and table.standing() == standing[match_id]:
                    await self.reload(table)
                elif table.timer.handle is None:  # the database was away when the time was up
                    table.wind_up()
        await self.tell_ratings([match_id for match_id, table in self.tables.items() if table.awaits_ratings])

    def known(self, match_ids: Iterable[int]) -> list[tuple[int, LiveTable]]:
        """Those of them that are still here."""
        return [(match_id, self.tables[match_id]) for match_id in match_ids if match_id in self.tables]

    # --- Who may stay ---

    async def send_away_named(self, names: Collection[str]) -> None:
        """The database has told of some who may have to go."""
        named = set(names)
        await self.guarded(
            lambda: self.send_away([one for one in self.everyone if not named.isdisjoint(one.visitor.names)])
        )

    async def send_away_all(self) -> None:
        await self.lookout.listen()
        await self.send_away(tuple(self.everyone))

    async def send_away(self, sockets: Sequence[Socket]) -> None:
        """Closes sockets of people who have signed out or been banned, and of those who have long been silent."""
        async for some in small_lots(sockets):
            gone = await visitors.gone(self.lookout.numbers, {socket.visitor for socket in some})
            silent = time.monotonic() - SILENT_AFTER
            for socket in some:
                if socket.visitor in gone:
                    await socket.turn_away("signed-out", 4401)
                elif socket.heard_at < silent:
                    await socket.close(4408)


HUBS: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """This process's hub."""
    loop = asyncio.get_running_loop()
    if loop not in HUBS:
        HUBS[loop] = Hub()
    return HUBS[loop]
