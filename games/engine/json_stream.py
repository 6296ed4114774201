"""Reads a JSON object from a file of any size in chunks, so that memory stays bounded.

The members of the object are read one by one, and of one long list its elements.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NoReturn

CHUNK_BYTES = 64 * 1024
VALUE_CHARACTERS_LIMIT = 1024 * 1024
WHITESPACE = " \t\n\r"


class NotJSON(Exception):  # noqa: N818
    """The text is not the JSON that was expected."""


def no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the members of an object; refuse duplicate keys, which parsers read differently."""
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotJSON("a key stands twice")
    return members


def no_constants(name: str) -> NoReturn:
    raise NotJSON(f"{name} is not JSON")


DECODER = json.JSONDecoder(object_pairs_hook=no_duplicates, parse_constant=no_constants)


class JSONReader:
    """Parses the text of a file value by value, reading chunks as they are needed."""

    def __init__(self, file: BinaryIO) -> None:
        import codecs

        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8")("strict").decode
        self._text, self._at, self._ended = "", 0, False

    def _read_more(self) -> None:
        data = self._file.read(CHUNK_BYTES)
        self._ended = not data
        try:
            self._text = self._text[self._at :] + self._decode(data, self._ended)
        except UnicodeDecodeError as error:
            raise NotJSON("the text is not UTF-8") from error
        self._at = 0

    def next_character(self) -> str:
        """Return the next character that is not whitespace, without consuming it; empty at the end."""
        while True:
            while self._at < len(self._text):
                if (character := self._text[self._at]) not in WHITESPACE:
                    return character
                self._at += 1
            if self._ended:
                return ""
            self._read_more()

    def take(self, expected: str) -> None:
        if self.next_character() != expected:
            raise NotJSON(f"expected {expected!r}")
        self._at += 1

    def value(self) -> Any:
        """Return the next value. While it may go on behind the text read so far, read more and parse it again."""
        while True:
            self.next_character()
            try:
                found, end = DECODER.raw_decode(self._text, self._at)
            except RecursionError as error:
                raise NotJSON("nested too deeply") from error
            except ValueError as error:
                if self._ended:
                    raise NotJSON("not JSON") from error
            else:
                if end < len(self._text) or self._ended:
                    self._at = end
                    return found
            if len(self._text) - self._at > VALUE_CHARACTERS_LIMIT:
                raise NotJSON("a value is longer than any record's")
            self._read_more()

    def elements(self) -> Iterator[Any]:
        """Yield the elements of a list, one at a time."""
        self.take("[")
        if self.next_character() == "]":
            self.take("]")
            return
        while True:
            yield self.value()
            if self.next_character() == "]":
                self.take("]")
                return
            self.take(",")


def read_object(file: BinaryIO, list_key: str, on_element: Callable[[Any], None]) -> dict[str, Any]:
    """Return the members of the object in a file, and call `on_element` for each element of the list under `list_key`,
    which is not kept."""
    reader, members = JSONReader(file), {}
    reader.take("{")
    more = reader.next_character() != "}"
    while more:
        key = reader.value()
        if not isinstance(key, str) or key in members:
            raise NotJSON("a key stands twice" if isinstance(key, str) else "a key must be a string")
        reader.take(":")
        members[key] = read_member(reader, on_element if key == list_key else None)
        if more := reader.next_character() == ",":
            reader.take(",")
    reader.take("}")
    if reader.next_character():
        raise NotJSON("there is more after the end")
    return members


def read_member(reader: JSONReader, on_element: Callable[[Any], None] | None) -> Any:
    if on_element is None or reader.next_character() != "[":
        return reader.value()
    for element in reader.elements():
        on_element(element)
    return []
