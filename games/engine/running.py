"""A match in play: the fold over its events so far, and what a next one would make of it.

Nothing here stores or sends. A caller asks for a `Step`, commits it, and then takes it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine.clock import BOT_MOVE_DELAY_MILLISECONDS, By, Clock, Milliseconds, TimeControl, full_clock
from games.engine.game import Ends, Event, Game, Options, Refused, Seat

Seq = int


class Stale(Refused):
    """The table has moved on since this was chosen."""

    code = "stale"


class Move(NamedTuple):
    """One event of a match as it is stored."""

    seq: Seq
    seat: Seat
    action: str
    by: By
    at: Milliseconds
    spent: Milliseconds
    client_id: str = ""


class Step(NamedTuple):
    """A move that can be made now, and everything that follows from it."""

    move: Move
    state: Any
    clock: Clock
    events: tuple[Event, ...]
    since: Milliseconds
    deadline: Milliseconds | None
    result: dict[str, Any] | None


@dataclass(slots=True)
class Running:
    """A match between its first and its last move."""

    game: Game[Any, Any]
    pace: TimeControl
    state: Any
    clock: Clock
    # Who is played by a bot: from the start, or because its player is away.
    bots: frozenset[Seat]
    since: Milliseconds
    seq: Seq = 0
    # The move after which the running turn began: whatever was chosen since then is not stale.
    turn_seq: Seq = 0
    events: list[Event] = field(default_factory=list)
    # By seat and the client's own id: the move that it became.
    made: dict[tuple[Seat, str], Seq] = field(default_factory=dict)

    @classmethod
    def begin(
        cls,
        game: Game[Any, Any],
        options: Options,
        seed: bytes,
        pace: TimeControl,
        bots: frozenset[Seat],
        since: Milliseconds,
    ) -> "Running":
        return cls(game, pace, game.start(options, seed), full_clock(pace, game.seats(options)), bots, since)

    def replay(self, move: Move) -> None:
        """Apply a move that is stored already."""
        state, events = self.game.apply(self.state, move.seat, self.game.read(move.action))
        self.clock = self.clock.after(move.seat, move.by, move.spent, self.turn)
        if not self.goes_on(state, move.seat):
            self.since, self.turn_seq = move.at, move.seq
        self.state = state
        self.remember(move, events)

    def step(self, seat: Seat, action: str, by: By, now: Milliseconds, client_id: str = "") -> Step:
        """Return what an action would make of the match; a Refused says why it cannot be."""
        state, events = self.game.apply(self.state, seat, self.game.read(action))
        spent = max(0, now - self.since)
        move = Move(self.seq + 1, seat, action, by, now, spent, client_id)
        clock = self.clock.after(seat, by, spent, self.turn)
        result = self.game.result(state)
        since = self.since if self.goes_on(state, seat) else now
        deadline = min(deadlines_of(self, state, clock, since).values(), default=None)
        return Step(move, state, clock, events, since, deadline, result.as_json() if result else None)

    def take(self, step: Step) -> None:
        """Apply a step that has been committed."""
        if step.since != self.since:
            self.turn_seq = step.move.seq
        self.state, self.clock, self.since = step.state, step.clock, step.since
        self.remember(step.move, step.events)

    def remember(self, move: Move, events: tuple[Event, ...]) -> None:
        self.seq = move.seq
        self.events.extend(events)
        if move.client_id:
            self.made[move.seat, move.client_id] = move.seq

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(len(self.clock.banks))))

    @property
    def turn(self) -> Milliseconds:
        """Return the time for the running turn."""
        phase = self.game.phase(self.state)
        return round(self.pace.turn * phase.turns) if phase else 0

    @property
    def in_the_open(self) -> bool:
        """Whether everyone sees the actions of this phase."""
        phase = self.game.phase(self.state)
        return phase is not None and phase.in_the_open

    def goes_on(self, after: Any, seat: Seat) -> bool:
        """Whether the turn goes on: seats that decide at the same time share one, until the last of them has acted."""
        before = self.game.to_act(self.state)
        if len(before) == 1:
            return False
        left = self.game.to_act(after)
        return 0 < len(left) < len(before) and set(left) == set(before) - {seat}

    def deadlines(self) -> Mapping[Seat, Milliseconds]:
        """Return when the time is up of each seat that is to act."""
        return deadlines_of(self, self.state, self.clock, self.since)

    def late(self, now: Milliseconds) -> list[tuple[Seat, By]]:
        """Return the seats whose time is up, and who acts for each: a bot if the player is absent, else the clock."""
        return [
            (seat, By.BOT if seat in self.bots else By.CLOCK)
            for seat, deadline in self.deadlines().items()
            if deadline <= now
        ]


def deadlines_of(running: Running, state: Any, clock: Clock, since: Milliseconds) -> dict[Seat, Milliseconds]:
    phase = running.game.phase(state)
    if phase is None:
        return {}
    turn = round(running.pace.turn * phase.turns)
    if phase.ends is Ends.TIME_IS_UP:  # its length must not tell who has something to decide
        return dict.fromkeys(running.game.to_act(state), since + turn)
    return {
        seat: since + (BOT_MOVE_DELAY_MILLISECONDS if seat in running.bots else turn + clock.banks[seat])
        for seat in running.game.to_act(state)
    }
