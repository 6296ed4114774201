"""Parses the messages of clients and encodes those to them. docs/protocol.md describes both."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

PROTOCOL = 1
ID_MAX_LENGTH = 40
ACTION_MAX_LENGTH = 200
TEXT_MAX_LENGTH = 1000
EMOTE_MAX_LENGTH = 16


class BadMessage(Exception):  # noqa: N818
    """A frame that is no message of this protocol."""


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
    """Return the message in a text frame, or raise BadMessage with the reason."""
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


def text_of(data: Mapping[str, Any], key: str, max_length: int) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= max_length or "\0" in value:
        raise BadMessage(f"{key} is a text of 1 to {max_length} characters")
    return value


def number_of(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key)
    if type(value) is not int or not 0 <= value < 2**31:
        raise BadMessage(f"{key} is a number")
    return value


def parse_act(data: Mapping[str, Any]) -> Act:
    return Act(text_of(data, "id", ID_MAX_LENGTH), number_of(data, "seq"), text_of(data, "action", ACTION_MAX_LENGTH))


PARSERS: dict[str, Callable[[Mapping[str, Any]], Message]] = {
    "act": parse_act,
    "say": lambda data: Say(text_of(data, "text", TEXT_MAX_LENGTH)),
    "emote": lambda data: Emote(text_of(data, "emote", EMOTE_MAX_LENGTH)),
    "report": lambda data: Report(number_of(data, "words")),
    "ping": lambda data: Ping(),
}


def encode(kind: str, **fields: Any) -> str:
    """Return a message to a client as JSON."""
    return orjson.dumps({"type": kind, **fields}).decode()
