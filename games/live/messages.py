"""What clients may say, parsed once; and what they are told. docs/protocol.md is the same in words."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from games.engine.game import Event

PROTOCOL = 1
LONGEST_ID = 40
LONGEST_ACTION = 200
LONGEST_TEXT = 1000


class BadMessage(Exception):  # noqa: N818
    """A frame that means nothing in this protocol."""


@dataclass(frozen=True, slots=True)
class Act:
    id: str
    seq: int
    action: str


@dataclass(frozen=True, slots=True)
class Say:
    text: str


@dataclass(frozen=True, slots=True)
class Emote:
    emote: str


@dataclass(frozen=True, slots=True)
class Report:
    words: int


@dataclass(frozen=True, slots=True)
class Ping:
    pass


Message = Act | Say | Emote | Report | Ping


def parse(frame: str | None) -> Message:
    """A message from a text frame, or why it is none."""
    if frame is None:
        raise BadMessage("a message is a text frame")
    try:
        data = orjson.loads(frame)
    except orjson.JSONDecodeError as error:
        raise BadMessage("a message is JSON") from error
    if not isinstance(data, dict):
        raise BadMessage("a message is an object")
    kind = data.get("type")
    if not isinstance(kind, str) or kind not in PARSERS:
        raise BadMessage("unknown type")
    return PARSERS[kind](data)


def text_of(data: Mapping[str, Any], key: str, longest: int) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= longest or "\0" in value:
        raise BadMessage(f"{key} is a text of 1 to {longest} characters")
    return value


def number_of(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key)
    if type(value) is not int or not 0 <= value < 2**31:
        raise BadMessage(f"{key} is a number")
    return value


def parse_act(data: Mapping[str, Any]) -> Act:
    return Act(text_of(data, "id", LONGEST_ID), number_of(data, "seq"), text_of(data, "action", LONGEST_ACTION))


PARSERS: dict[str, Callable[[Mapping[str, Any]], Message]] = {
    "act": parse_act,
    "say": lambda data: Say(text_of(data, "text", LONGEST_TEXT)),
    "emote": lambda data: Emote(text_of(data, "emote", 16)),
    "report": lambda data: Report(number_of(data, "words")),
    "ping": lambda data: Ping(),
}


def encode(kind: str, **fields: Any) -> str:
    """A message to a client."""
    return orjson.dumps({"type": kind, **fields}).decode()


def written(value: Any) -> str:
    """A part of a message."""
    return orjson.dumps(value).decode()


def fields(values: Mapping[str, Any]) -> str:
    """Fields as they stand in a message, to be written once and sent to many."""
    return written(values)[1:-1]


def told(events: Iterable[Event]) -> list[dict[str, Any]]:
    return [{"kind": event.kind, **event.facts} for event in events]
