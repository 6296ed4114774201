"""A match as this process serves it: the state folded so far, and the sockets of those who look at it.

The database stays the truth. What is here can be thrown away and made again at any moment.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from games.engine.clock import By, Milliseconds
from games.engine.game import Refused, Seat
from games.engine.running import Move, Running, Stale, Step
from games.live import messages
from games.live.gallery import DELAY, Gallery
from games.live.header import header_of
from games.live.messages import Act
from games.live.outgoing import (
    StateMessages,
    presence_fields,
    presence_message,
    rated_message,
    said_message,
    shown_to_all,
    standing_if_new,
)
from games.live.sockets import Socket
from games.live.store import Standing
from games.live.timer import Timer
from games.models import Match, Words
from games.services.announcements import About, News, Shown
from games.services.clocks import now_in_milliseconds
from games.services.moves import Proposal
from ratings.models import RatingChange

if TYPE_CHECKING:
    from games.live.hub import Hub


OVER = (Match.Status.FINISHED, Match.Status.CLOSED, Match.Status.CALLED_OFF)


class LiveTable:
    """One table. The lock makes its moves come one after another; tables do not wait for each other."""

    def __init__(self, hub: "Hub", match_id: int) -> None:
        self.hub, self.match_id = hub, match_id
        self.lock = asyncio.Lock()
        self.sockets: set[Socket] = set()
        self.timer = Timer(self.next_deadline, lambda: hub.start(self.advance))
        self.match: Match
        self.is_loaded = False
        self.levels: dict[Seat, str] = {}
        self.running: Running | None = None
        self.gallery: Gallery | None = None
        self.rated: str | None = None  # what the match did to the ratings, once that is known
        self.elsewhere: frozenset[Seat] = frozenset()  # who is connected to other processes
        self.presence = ""  # who is there, as it stands in messages; everyone is told when that changes

    # --- What is known ---

    async def load(self) -> bool:
        """Everything anew from the database; False if there is no such match."""
        loaded = await self.hub.loads.ask(self.match_id)
        if loaded is None:
            return False
        self.match, self.running, ratings, changes = loaded
        self.is_loaded = True
        self.header = header_of(self.match, ratings)
        self.rated = rated_message(changes)
        self.seats_of_players = {
            seat.player_id: Seat(seat.number) for seat in self.match.seats.all() if seat.player_id is not None
        }
        self.levels = {Seat(seat.number): seat.bot for seat in self.match.seats.all()}
        delayed = self.match.watching == Match.Watching.DELAYED and self.match.status == Match.Status.PLAYING
        self.gallery = await Gallery.open(self) if delayed else None
        for socket in self.sockets:
            socket.seat = self.seat_of(socket)
        self.look_who_is_here()
        self.wind_up()
        return True

    def seat_of(self, socket: Socket) -> Seat | None:
        return self.seats_of_players.get(socket.player.pk) if socket.player else None

    def may_watch(self, socket: Socket) -> bool:
        return self.seat_of(socket) is not None or self.match.watching != Match.Watching.NOBODY or self.is_over

    def may_hear(self, socket: Socket, words: Words) -> bool:
        """Players do not hear the gallery before the match is over, nor those who watch with a delay the table."""
        if self.is_over:
            return True
        if words.room == Words.Room.GALLERY:
            return socket.seat is None
        return socket.seat is not None or self.gallery is None

    def gallery_of(self, socket: Socket) -> Gallery | None:
        """Where somebody stands who sees everything a minute later."""
        return self.gallery if socket.seat is None else None

    def running_for(self, socket: Socket) -> Running | None:
        gallery = self.gallery_of(socket)
        return gallery.past if gallery else self.running

    def now_for(self, socket: Socket) -> Milliseconds:
        """The time by which the clocks run that a socket sees."""
        return now_in_milliseconds() - (DELAY if self.gallery_of(socket) else 0)

    def pong(self, socket: Socket) -> str:
        running = self.running_for(socket)
        return messages.encode("pong", seq=running.seq if running else 0, now=self.now_for(socket))

    @property
    def is_over(self) -> bool:
        return self.match.status in OVER

    @property
    def awaits_ratings(self) -> bool:
        is_finished = self.is_loaded and self.match.status == Match.Status.FINISHED
        return is_finished and self.match.rated and self.rated is None

    def is_next(self, move: Move | None) -> bool:
        """Whether a move can be taken without asking anybody."""
        running = None if self.lock.locked() else self.running
        return running is not None and move is not None and move.seq == running.seq + 1

    async def hear(self, move: Move | None, shown: Shown | None = None) -> None:
        """Another process has stored a move. If it is not the next one here, some have been missed."""
        async with self.lock:
            running = self.running
            if running is None or move is None or move.seq > running.seq + 1:
                await self.catch_up_held()
            elif move.seq == running.seq + 1:
                await self.replay(running, [move], shown)

    async def catch_up_held(self) -> None:
        """Takes what other processes have stored."""
        running = self.running
        if running is None or self.match.status != Match.Status.PLAYING:
            return
        if moves := await self.hub.reads.ask((self.match_id, running.seq)):
            await self.replay(running, moves)

    async def replay(self, running: Running, moves: Iterable[Move], shown: Shown | None = None) -> None:
        """Takes moves that are stored. What everyone sees then is worked out here, unless it came with the move."""
        told = len(running.events)
        for move in moves:
            running.replay(move)
            if self.gallery:
                self.gallery.add(move)
        if shown is None:
            shown = shown_to_all(running, told)
        else:
            standing_if_new(running, shown.standing)
        await self.moved(running, shown)

    # --- Acting ---

    def is_played_by_bot(self, seat: Seat) -> bool:
        """Whether a bot plays for somebody, as far as we know."""
        return self.running is not None and seat in self.running.bots and not self.levels[seat]

    async def act(self, socket: Socket, act: Act) -> None:
        if socket.seat is not None and self.is_played_by_bot(socket.seat):  # late three times in a row, and here again
            await self.hub.came_back(self, socket.seat)
        async with self.lock:
            try:
                await self.act_held(socket, act)
            except Refused as refusal:
                await socket.send(messages.encode("refused", id=act.id, code=refusal.code, reason=refusal.reason))
                if isinstance(refusal, Stale):
                    await self.tell_state(socket)

    async def act_held(self, socket: Socket, act: Act) -> None:
        running, seat = self.running, socket.seat
        if running is None:
            raise NotPlaying("nobody has cards yet")
        if seat is None:
            raise NotSeated("you only watch")
        if act.seq > running.seq:  # the client comes from a process that knew more
            await self.catch_up_held()
        if (seat, act.id) not in running.made:
            if not running.turn_seq <= act.seq <= running.seq and self.match.status == Match.Status.PLAYING:
                raise Stale("the table has moved on")
            step = running.step(seat, act.action, By.PLAYER, now_in_milliseconds(), act.id)
            if not await self.commit(running, step) and (seat, act.id) not in running.made:
                if running.seq < step.move.seq:  # no other move was before it, so the match itself has changed
                    self.hub.start(lambda: self.hub.reload(self))
                raise Stale("the table has moved on")
        await socket.send(messages.encode("done", id=act.id, seq=running.made[seat, act.id]))

    async def commit(self, running: Running, step: Step) -> bool:
        """Stores a step, and only then goes on from it and tells everyone. False if another was stored before it."""
        if not await self.hub.commits.ask(Proposal(self.match_id, step)):
            await self.catch_up_held()
            return False
        in_the_open, told = running.in_the_open, len(running.events)
        running.take(step)
        if self.gallery:
            self.gallery.add(step.move)
        shown = shown_to_all(running, told)
        await self.moved(running, shown)
        details = (step.move, shown) if in_the_open else (None, None)
        self.hub.bus.say_soon(News(About.MOVES, self.match_id, *details))
        return True

    async def moved(self, running: Running, shown: Shown) -> None:
        """After one or more moves: everyone at the table gets their own view."""
        is_over = shown.deadline is None  # nobody is to act any more
        if is_over:
            self.match.status = Match.Status.FINISHED
            if self.gallery:
                self.gallery.close()
                self.gallery = None
        told = [socket for socket in self.sockets if socket.seat is not None or self.gallery is None]
        state = StateMessages(running, shown, now_in_milliseconds(), self.presence)
        for socket in told:
            await socket.send(state.to(socket))
        if is_over:
            await self.tell_withheld()
        self.timer.set(shown.deadline)

    async def tell_withheld(self) -> None:
        """Now that it is over, players hear what the gallery said, and a delayed gallery what the table said."""
        for socket in tuple(self.sockets):
            while socket.withheld:
                await socket.send(self.words_message(socket.withheld.pop(0)))

    # --- Time ---

    def next_deadline(self) -> Milliseconds | None:
        """When somebody's time is up, if anybody looks at the table and anybody is to act."""
        if self.running is None or self.is_over or not self.sockets:
            return None
        return min(self.running.deadlines().values(), default=None)

    def wind_up(self) -> None:
        self.timer.set(self.next_deadline())

    async def advance(self) -> None:
        """Acts for whoever is late, one move; the next has its own time."""
        async with self.lock:
            running = self.running
            if running is None or self.is_over:
                return
            step = await self.hub.think(running, self.levels, now_in_milliseconds())
            if step is None:
                self.wind_up()
            elif step.move.by is By.CLOCK and await self.hub.pulse():
                await self.load()  # we were down, and the clocks have been put forward
            elif await self.commit(running, step) and await self.hub.mark_away(self.match_id, step):
                running.bots |= {step.move.seat}
                await self.tell_presence()
                self.hub.bus.say_soon(News(About.TABLE, self.match_id))  # whoever returns may do so elsewhere

    # --- Telling ---

    async def tell_all(self, socket: Socket) -> None:
        """Where everything stands, for somebody who has just come or after the table itself has changed."""
        running = self.running_for(socket)
        events = messages.told(running.events) if running else []
        own = {"seat": socket.seat, "signed_in": socket.player is not None}
        await socket.send(messages.encode("hello", **self.header, **own, events=events))
        if running is not None:
            socket.told = len(running.events)
            await self.tell_state(socket)
        if self.rated is not None:
            await socket.send(self.rated)

    async def tell_state(self, socket: Socket) -> None:
        running = self.running_for(socket)
        if running is not None:
            self.look_who_is_here()
            state = StateMessages(running, shown_to_all(running, socket.told), self.now_for(socket), self.presence)
            await socket.send(state.to(socket))

    def look_who_is_here(self) -> None:
        here = self.elsewhere | self.seats_here()
        played_by_bots = self.running.bots if self.running else frozenset()
        self.presence = presence_fields(here, played_by_bots, self.levels)

    def seats_here(self) -> set[Seat]:
        return {socket.seat for socket in self.sockets if socket.seat is not None}

    def standing(self) -> Standing | None:
        """What we know of the match; None while a move is on its way, which brings everything up to date."""
        if not self.is_loaded or self.lock.locked():
            return None
        if self.running is None:
            return Standing(self.match.status)
        return Standing(self.match.status, self.running.seq, self.running.since)

    def close(self) -> None:
        self.timer.stop()
        if self.gallery is not None:
            self.gallery.close()

    def words_message(self, words: Words) -> str:
        return said_message(words, self.seats_of_players.get(words.player_id))

    async def tell_ratings(self, changes: Sequence[RatingChange]) -> None:
        """Everyone at the table learns what the match did to the ratings."""
        self.rated = rated_message(changes)
        for socket in tuple(self.sockets):
            if self.rated is not None:
                await socket.send(self.rated)

    async def tell_presence(self) -> None:
        self.look_who_is_here()
        text = presence_message(self.presence)
        for socket in tuple(self.sockets):
            await socket.send(text)


class NotPlaying(Refused):
    """There is nothing to act on."""

    code = "not-playing"


class NotSeated(Refused):
    """Somebody who watches cannot act."""

    code = "not-seated"
