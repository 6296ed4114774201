"""Reads, checks and replays the record of a match (docs/record.md).

The form is checked first, then the seed, the events, the result.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from games.engine import chance
from games.engine.game import Game, Refused, Result, Seat, UnknownOptions
from games.engine.json_stream import NotJSON, read_object
from games.engine.registry import GAMES

RECORD_FORMAT = "guildhall-record"
RECORD_VERSION = 1
# More than any game has. Events beyond are checked for their form, but not kept.
EVENTS_LIMIT = 10_000


class NotARecord(Exception):  # noqa: N818
    """The file is no record, or a record of a game, version or option that is unknown here."""


class IllegalRecord(Exception):  # noqa: N818
    """The record breaks the rules, so it cannot have happened."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record whose form is valid."""

    game: Game[Any, Any]
    options: Mapping[str, str]
    seed: bytes
    events: tuple[tuple[int, str], ...]
    result: Any
    parts: tuple[bytes, tuple[str, ...]] | None


@dataclass(slots=True)
class EventCollector:
    """Collects the events while the file is read."""

    kept: list[tuple[int, str]] = field(default_factory=list)

    def add(self, event: Any) -> None:
        if not isinstance(event, dict):
            raise NotARecord("an event is an object")
        seat, action = event.get("seat"), event.get("action")
        if not isinstance(seat, int) or isinstance(seat, bool):
            raise NotARecord("an event's seat is an integer")
        if not isinstance(action, str):
            raise NotARecord("an event's action is a string")
        if len(self.kept) < EVENTS_LIMIT:
            self.kept.append((seat, action))


def read(file: BinaryIO) -> Record:
    """Return the record in a file, or raise `NotARecord` with the reason."""
    events = EventCollector()
    try:
        data = read_object(file, "events", events.add)
    except NotJSON as error:
        raise NotARecord(f"not a record: {error}") from error
    game = known_game(data)
    options, seats = known_options(game, data.get("options"))
    if data.get("events") != []:
        raise NotARecord("events must be a list")
    result = data.get("result")
    if result is not None and not isinstance(result, dict):
        raise NotARecord("result must be an object or null")
    return Record(game, options, seed_of(data), tuple(events.kept), result, seed_parts_of(data, seats))


def known_game(data: Mapping[str, Any]) -> Game[Any, Any]:
    require(data.get("format") == RECORD_FORMAT, f"not a record: format must be {RECORD_FORMAT!r}")
    require(is_number(data.get("version"), RECORD_VERSION), f"unknown version: this reads version {RECORD_VERSION}")
    name = data.get("game")
    require(isinstance(name, str) and name in GAMES, f"unknown game: there are {', '.join(GAMES)}")
    game = GAMES[str(name)]
    require(is_number(data.get("rules"), game.rules), f"unknown rules: this plays version {game.rules}")
    return game


def known_options(game: Game[Any, Any], options: Any) -> tuple[Mapping[str, str], int]:
    require(isinstance(options, dict), "options must be an object")
    for option, choices in game.choices().items():
        chosen = options.get(option)
        known = isinstance(chosen, str) and chosen in choices
        require(known, f"unknown {option}: there are {', '.join(choices)}")
    return options, game.seats(options)


def seed_of(data: Mapping[str, Any]) -> bytes:
    seed = from_hex(data.get("seed"))
    require(seed is not None and len(seed) == chance.SEED_BYTES, "seed must be 64 hex digits")
    return seed or b""


def seed_parts_of(data: Mapping[str, Any], seats: int) -> tuple[bytes, tuple[str, ...]] | None:
    """Return the table's secret and the seats' contributions, or None if one of them is missing."""
    secret, contributions = data.get("secret"), data.get("contributions")
    if secret is None or contributions is None:
        return None
    key = from_hex(secret)
    require(key is not None, "secret must be hex digits")
    listed = isinstance(contributions, list) and len(contributions) in (0, seats)
    require(
        listed and all(is_contribution(part) for part in contributions), "contributions: up to 32 bytes of hex a seat"
    )
    return key or b"", tuple(contributions)


def is_contribution(part: Any) -> bool:
    part_bytes = from_hex(part)
    return part_bytes is not None and len(part_bytes) <= chance.SEED_BYTES


def from_hex(text: Any) -> bytes | None:
    """Return the bytes of hex digits of either case; None for any other text."""
    if not isinstance(text, str) or not all(character in "0123456789abcdefABCDEF" for character in text):
        return None
    return bytes.fromhex(text) if len(text) % 2 == 0 else None


def is_number(value: Any, expected: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value == expected


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise NotARecord(otherwise)


def replay(record: Record) -> Result | None:
    """Replay a record, and return its result if the match is finished; raise `IllegalRecord` at the first error."""
    check_seed(record)
    game = record.game
    try:
        state = game.start(record.options, record.seed)
    except UnknownOptions as error:
        raise NotARecord(str(error)) from error
    for number, (seat, text) in enumerate(record.events):
        try:
            state, _ = game.apply(state, Seat(seat), game.read(text))
        except Refused as refusal:
            raise IllegalRecord(f"event {number}: {refusal.reason}") from refusal
    result = game.result(state)
    check_result(record, result)
    return result


def check_seed(record: Record) -> None:
    if record.parts and chance.seed_from(*record.parts) != record.seed:
        raise IllegalRecord("seed: the secret and the contributions give another one")


def check_result(record: Record, result: Result | None) -> None:
    if record.result is None:
        return
    if result is None:
        raise IllegalRecord("result: the game is not finished, so there is none")
    if not same_json(record.result, result.as_json()):
        raise IllegalRecord("result: the replay gives another one")


def same_json(one: Any, other: Any) -> bool:
    """Return whether two values are equal as JSON, where true is not 1 as it is in Python."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_json(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return bool(one == other)
