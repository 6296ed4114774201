"""What a game is. A table, a record, a bot or a page knows a game through this and nothing else.

State is immutable and belongs to the game. Chance comes from the seed only; time never enters the rules: a phase
says how long it lasts, and the table takes `default` for whoever is late.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, NamedTuple, NewType, Protocol, TypeVar

Seat = NewType("Seat", int)
View = dict[str, Any]
Options = Mapping[str, str]


class Refused(Exception):  # noqa: N818  (a refusal is an answer, not an error)
    """An action that cannot be taken. The state is unchanged."""

    code: ClassVar[str] = "refused"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotAnAction(Refused):
    """The words mean nothing in this game."""

    code = "not-an-action"


class NotYourTurn(Refused):
    """Others are to act."""

    code = "not-your-turn"


class NotLegal(Refused):
    """The rules forbid it here."""

    code = "not-legal"


class GameOver(Refused):
    """The game has ended."""

    code = "game-over"


class NoSuchSeat(Refused):
    """Nobody sits there."""

    code = "no-such-seat"


class UnknownOptions(Exception):  # noqa: N818
    """A mode, a deck or another option that this game does not have."""


class Ends(Enum):
    """When a phase is over."""

    ALL_HAVE_ACTED = "all have acted"
    TIME_IS_UP = "time is up"  # the same length whoever acts, so that the length betrays nothing


class Talk(Enum):
    """Who may talk while a phase lasts."""

    FREELY = "freely"
    PRESET = "preset"  # emotes only
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of the game: what it is called, how long it lasts, who may talk, and who sees what is done."""

    name: str
    ends: Ends
    talk: Talk
    # How long, as a multiple of the table's time for one turn.
    turns: float = 1.0
    # Whether everyone sees each action as it is taken; if not, it is known to its player alone.
    in_the_open: bool = False


@dataclass(frozen=True, slots=True)
class SideResult:
    """How one side ended: a player alone, a team, or every member of a winning party."""

    seats: tuple[Seat, ...]
    place: int
    points: int
    breakdown: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """An order of sides, ties allowed, each with points and what they are made of."""

    sides: tuple[SideResult, ...]

    def as_json(self) -> dict[str, Any]:
        """The result as a record holds it."""
        return {
            "sides": [
                {"seats": list(side.seats), "place": side.place, "points": side.points, **side.breakdown}
                for side in self.sides
            ]
        }


@dataclass(frozen=True, slots=True)
class TournamentMode:
    """One way to play this game in a tournament: how many players make a side, and how many sides a table takes."""

    name: str
    players_per_side: int
    fewest: int
    wished: int
    most: int


class Event(NamedTuple):
    """Something that everyone at the table sees happen. What only some may know is in their views, never here."""

    kind: str
    facts: Mapping[str, Any]


State = TypeVar("State")
Action = TypeVar("Action")


class Game(Protocol[State, Action]):
    """The verbs. `seat` in `view` is None for somebody who only watches; `views` are those of several at once.

    One of the `choices` is called `mode`: with how many players, and who belongs together. A tournament has the same
    options, with the name of a tournament mode as its `mode`; `table_options` turns those into one table's options.
    `turns` estimates how many single turns a whole game takes. `points` are those of each side if the game ended now;
    `progress` is the round that is being played and how many there are at most."""

    name: str
    rules: int

    def choices(self) -> Mapping[str, Sequence[str]]: ...
    def seats(self, options: Options) -> int: ...
    def sides(self, options: Options) -> tuple[tuple[Seat, ...], ...]: ...
    def rating_list(self, options: Options) -> str: ...
    def tournament_modes(self) -> tuple[TournamentMode, ...]: ...
    def table_options(self, options: Options, sides: int) -> dict[str, str]: ...
    def turns(self, options: Options) -> int: ...
    def start(self, options: Options, seed: bytes) -> State: ...
    def phase(self, state: State) -> Phase | None: ...
    def to_act(self, state: State) -> tuple[Seat, ...]: ...
    def legal(self, state: State, seat: Seat) -> tuple[Action, ...]: ...
    def apply(self, state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]: ...
    def default(self, state: State, seat: Seat) -> Action: ...
    def points(self, state: State) -> tuple[int, ...]: ...
    def progress(self, state: State) -> tuple[int, int]: ...
    def view(self, state: State, seat: Seat | None) -> View: ...
    def views(self, state: State, seats: Iterable[Seat | None]) -> list[View]: ...
    def result(self, state: State) -> Result | None: ...
    def write(self, action: Action) -> str: ...
    def read(self, text: str) -> Action: ...
