"""One match as this process serves it: its state, and the sockets of those who play or watch.

The database is the truth. Everything here can be thrown away and loaded again at any moment.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import NamedTuple

from games.engine.clock import By, Milliseconds
from games.engine.game import Refused, Seat
from games.engine.running import Move, Running, Seq, Stale, Step
from games.live.background_tasks import BackgroundTasks
from games.live.delayed_spectators import DELAY_MILLISECONDS, DelayedSpectators
from games.live.messages import Act, encode
from games.live.move_writer import MoveWriter
from games.live.sockets import Socket
from games.live.table_header import table_header
from games.live.table_messages import StateMessages, hello_message, presence_fields, rated_message, said_message
from games.live.table_reader import TableReader
from games.live.table_services import TableServices
from games.live.table_words import TableWords
from games.live.turn_timer import TurnTimer
from games.models import Match, Words
from games.services.announcements import ChangeKind, MatchChange
from games.services.clocks import now_in_milliseconds

ENDED = (Match.Status.FINISHED, Match.Status.CLOSED, Match.Status.CALLED_OFF)
NOT_FOR_YOU = 4403


class MatchVersion(NamedTuple):
    """What a process knows of a match, to be compared with the database: once cards are dealt, with how many moves were
    made and when the turn began."""

    status: str
    seq: Seq | None = None
    since: Milliseconds | None = None


class LiveTable:
    """One table. Its lock orders the moves of this process; between processes the database does."""

    def __init__(
        self,
        match_id: int,
        *,
        reader: TableReader,
        writer: MoveWriter,
        services: TableServices,
        background: BackgroundTasks,
        announce: Callable[[MatchChange], None],
        seats_changed: Callable[[int], None],
    ) -> None:
        """`announce` tells the other processes of a change, `seats_changed` that other seats are connected here now."""
        self.match_id = match_id
        self.reader, self.writer, self.services, self.background = reader, writer, services, background
        self.announce, self.seats_changed = announce, seats_changed
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.words = TableWords(match_id, reader, self.sockets, self.may_read, self.said_message)
        self.timer = TurnTimer(self.next_deadline, lambda: background.start(self.advance))
        self.is_loaded = False
        self.match: Match
        self.bot_levels: dict[Seat, str] = {}  # of every seat; empty for a player
        self.running: Running | None = None
        self.delayed: DelayedSpectators | None = None
        self.rated: str | None = None  # the `rated` message, once the match has been rated
        self.seats_elsewhere: frozenset[Seat] = frozenset()  # connected to other processes
        self.presence = presence_fields(set(), set(), {})

    # --- Loading ---

    async def load(self) -> bool:
        """Read everything anew from the database; False if there is no such match. The caller holds the lock."""
        loaded = await self.reader.load(self.match_id)
        if loaded is None:
            return False
        was_waiting = self.is_waiting
        self.match, self.running, ratings, changes = loaded
        self.is_loaded = True
        self.header = table_header(self.match, ratings)
        self.rated = rated_message(changes)
        seats = self.match.seats.all()
        self.seats_of_players = {seat.player_id: Seat(seat.number) for seat in seats if seat.player_id is not None}
        self.bot_levels = {Seat(seat.number): seat.bot for seat in seats}
        await self.load_delayed()
        for socket in self.sockets:
            socket.seat = self.seat_of(socket)
        self.update_presence()
        self.timer.set(self.next_deadline())
        if was_waiting:
            self.return_connected_seats()
        return True

    async def load_delayed(self) -> None:
        if self.delayed is not None:
            self.delayed.close()
            self.delayed = None
        if self.match.watching == Match.Watching.DELAYED and self.match.status == Match.Status.PLAYING:
            dealt, moves = await self.reader.past(self.match)
            self.delayed = DelayedSpectators(dealt, moves, self.background, self.send_state_to_spectators)

    async def reload(self) -> None:
        """Load the table again because it has changed, and send everyone what it is now."""
        async with self.lock:
            seats = self.seats_here()
            await self.load()
            if self.seats_here() != seats:  # somebody who is connected has sat down, or got up
                self.seats_changed(self.match_id)
            for socket in tuple(self.sockets):
                if not self.may_watch(socket):  # got up from a table that only players see
                    await socket.turn_away("not-for-you", NOT_FOR_YOU)
                elif self.is_waiting:
                    await socket.send(encode("changed"))
                else:
                    await self.send_everything(socket)

    def return_connected_seats(self) -> None:
        """Take the bots from the seats that are connected here.

        A sealed table may have begun in a worker before it could read the lease that says so (presence.py).
        """
        for seat in self.seats_here():
            if self.is_played_by_bot(seat):
                self.background.start(lambda seat=seat: self.return_seat(seat))  # type: ignore[misc]

    async def return_seat(self, seat: Seat) -> None:
        """Take the bot from a player's seat. Another process may have put it there, so the database is asked."""
        if self.running is None or self.has_ended:
            return
        returned = await self.services.return_seat(self.match_id, seat)
        if returned or self.is_played_by_bot(seat):  # an earlier answer may have been lost on its way
            self.announce(MatchChange(ChangeKind.TABLE, self.match_id))
            await self.reload()

    # --- Whose socket may do and see what ---

    @property
    def is_waiting(self) -> bool:
        return self.is_loaded and self.match.status == Match.Status.WAITING

    @property
    def has_ended(self) -> bool:
        return self.match.status in ENDED

    @property
    def awaits_rating(self) -> bool:
        finished = self.is_loaded and self.match.status == Match.Status.FINISHED
        return finished and self.match.rated and self.rated is None

    def seat_of(self, socket: Socket) -> Seat | None:
        return self.seats_of_players.get(socket.player.pk) if socket.player else None

    def seats_here(self) -> set[Seat]:
        return {socket.seat for socket in self.sockets if socket.seat is not None}

    def may_watch(self, socket: Socket) -> bool:
        return self.seat_of(socket) is not None or self.match.watching != Match.Watching.NOBODY or self.has_ended

    def may_read(self, socket: Socket, words: Words) -> bool:
        """Before the match is over, players do not read what spectators say, nor delayed spectators the players."""
        if self.has_ended:
            return True
        if words.room == Words.Room.GALLERY:
            return socket.seat is None
        return socket.seat is not None or self.delayed is None

    def is_played_by_bot(self, seat: Seat) -> bool:
        """Whether a bot plays for the seat's player, as far as this process knows."""
        return self.running is not None and seat in self.running.bots and not self.bot_levels[seat]

    def delayed_for(self, socket: Socket) -> DelayedSpectators | None:
        return self.delayed if socket.seat is None else None

    def running_for(self, socket: Socket) -> Running | None:
        delayed = self.delayed_for(socket)
        return delayed.running if delayed else self.running

    def now_for(self, socket: Socket) -> Milliseconds:
        return now_in_milliseconds() - (DELAY_MILLISECONDS if self.delayed_for(socket) else 0)

    # --- Moves ---

    async def act(self, socket: Socket, act: Act) -> None:
        """Make a player's move, or send why it is refused."""
        if socket.seat is not None and self.is_played_by_bot(socket.seat):
            await self.return_seat(socket.seat)
        async with self.lock:
            try:
                seq = await self.move(socket.seat, act)
            except Refused as refusal:
                await socket.send(encode("refused", id=act.id, code=refusal.code, reason=refusal.reason))
                if isinstance(refusal, Stale):
                    await self.send_state([socket])
            else:
                await socket.send(encode("done", id=act.id, seq=seq))

    async def move(self, seat: Seat | None, act: Act) -> Seq:
        """Make a move, and return its number; the same number if the same `id` comes again."""
        running = self.running
        if running is None:
            raise NotPlaying("nobody has cards yet")
        if seat is None:
            raise NotSeated("you only watch")
        if act.seq > running.seq:  # the client was connected to a process that knew more
            await self.catch_up()
        if (seat, act.id) not in running.made:
            if not running.turn_seq <= act.seq <= running.seq and self.match.status == Match.Status.PLAYING:
                raise Stale("the table has moved on")
            step = running.step(seat, act.action, By.PLAYER, now_in_milliseconds(), act.id)
            if not await self.commit(running, step) and (seat, act.id) not in running.made:
                if running.seq < step.move.seq:  # no other move was stored before it, so the match itself has changed
                    self.background.start(self.reload)
                raise Stale("the table has moved on")
        return running.made[seat, act.id]

    async def commit(self, running: Running, step: Step) -> bool:
        """Store a step; then announce it, go on from it and send the views. False if another was stored before it."""
        if not await self.writer.write(self.match_id, step):
            await self.catch_up()
            return False
        # What is done in secret does not cross the bus: other processes read it from the database.
        move = step.move if running.in_the_open else None
        self.announce(MatchChange(ChangeKind.MOVES, self.match_id, move))
        running.take(step)
        if self.delayed:
            self.delayed.add(step.move)
        await self.moved(running)
        return True

    async def hear(self, move: Move | None) -> None:
        """Another process has stored a move. Unless it is the next one, the moves are read from the database."""
        async with self.lock:
            if self.running is None or move is None or move.seq > self.running.seq + 1:
                await self.catch_up()
            elif move.seq == self.running.seq + 1:
                await self.replay(self.running, [move])

    async def catch_up(self) -> None:
        """Replay the moves that other processes have stored. The caller holds the lock."""
        running = self.running
        if running is None or self.match.status != Match.Status.PLAYING:
            return
        if moves := await self.reader.moves_after(self.match_id, running.seq):
            await self.replay(running, moves)

    async def replay(self, running: Running, moves: Iterable[Move]) -> None:
        for move in moves:
            running.replay(move)
            if self.delayed:
                self.delayed.add(move)
        await self.moved(running)

    async def moved(self, running: Running) -> None:
        """Send the views after one or more moves, and set the timer for the next."""
        deadlines = running.deadlines()
        if not deadlines:
            self.match.status = Match.Status.FINISHED
            if self.delayed:
                self.delayed.close()
                self.delayed = None
        await self.send_state([socket for socket in self.sockets if self.delayed_for(socket) is None])
        if self.has_ended:
            await self.words.send_withheld()
        self.timer.set(min(deadlines.values(), default=None) if self.sockets else None)

    # --- Time ---

    def next_deadline(self) -> Milliseconds | None:
        """Return when somebody's time is up, if anybody is connected and anybody is to act."""
        if self.running is None or self.has_ended or not self.sockets:
            return None
        return min(self.running.deadlines().values(), default=None)

    async def advance(self) -> None:
        """Make one move for a seat whose time is up; the next seat has its own time."""
        async with self.lock:
            running = self.running
            if running is None or self.has_ended:
                return
            step = await self.services.late_step(running, self.bot_levels, now_in_milliseconds())
            if step is None:
                self.timer.set(self.next_deadline())
            elif step.move.by is By.CLOCK and await self.services.pulse():
                await self.load()  # the site was down, and the clocks have been put forward
            elif await self.commit(running, step) and await self.services.mark_seats_away(self.match_id, step):
                running.bots |= {step.move.seat}
                await self.send_presence()
                # The player may come back at another process.
                self.announce(MatchChange(ChangeKind.TABLE, self.match_id))

    # --- Sending ---

    async def send_everything(self, socket: Socket) -> None:
        """Send the whole table, to a socket that has just come or after the table itself has changed."""
        self.update_presence()
        running = self.running_for(socket)
        signed_in = socket.player is not None
        await socket.send(hello_message(self.header, socket.seat, signed_in=signed_in, running=running))
        if running is not None:
            socket.events_sent = len(running.events)
            await self.send_state([socket])
        if self.rated is not None:
            await socket.send(self.rated)

    async def send_state(self, sockets: Iterable[Socket]) -> None:
        """Send sockets of one group, delayed or not, the view of their seat and what has happened since the last."""
        sockets = tuple(sockets)
        running = self.running_for(sockets[0]) if sockets else None
        if running is None:
            return
        seats = {socket.seat for socket in sockets}
        messages = StateMessages(running, seats, self.now_for(sockets[0]), self.presence)
        for socket in sockets:
            text = messages.text_for(socket.seat, socket.events_sent)
            socket.events_sent = len(running.events)
            await socket.send(text)

    async def send_state_to_spectators(self) -> None:
        await self.send_state([socket for socket in self.sockets if socket.seat is None])

    def said_message(self, words: Words) -> str:
        return said_message(words, self.seats_of_players.get(words.player_id))

    async def send_pong(self, socket: Socket) -> None:
        running = self.running_for(socket)
        await socket.send(encode("pong", seq=running.seq if running else 0, now=self.now_for(socket)))

    def update_presence(self) -> None:
        played_by_bots = self.running.bots if self.running else frozenset()
        self.presence = presence_fields(self.seats_elsewhere | self.seats_here(), played_by_bots, self.bot_levels)

    async def send_presence(self) -> None:
        self.update_presence()
        text = encode("present", **self.presence)
        for socket in tuple(self.sockets):
            await socket.send(text)

    async def send_rating(self) -> None:
        """Send what the match did to the ratings, as far as that is known."""
        self.rated = rated_message(await self.reader.rating_changes(self.match_id))
        for socket in tuple(self.sockets):
            if self.rated is not None:
                await socket.send(self.rated)

    # --- For what looks after all tables ---

    def version(self) -> MatchVersion | None:
        """Return what is known of the match; None while a move is on its way, which brings everything up to date."""
        if not self.is_loaded or self.lock.locked():
            return None
        if self.running is None:
            return MatchVersion(self.match.status)
        return MatchVersion(self.match.status, self.running.seq, self.running.since)

    def close(self) -> None:
        self.timer.stop()
        if self.delayed is not None:
            self.delayed.close()


class NotPlaying(Refused):
    """There is nothing to act on."""

    code = "not-playing"


class NotSeated(Refused):
    """Somebody who watches cannot act."""

    code = "not-seated"
