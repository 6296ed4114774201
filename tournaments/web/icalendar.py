"""Writes calendar files, RFC 5545: lines end in CRLF and are folded at 75 octets, times are in UTC, text is escaped."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

PRODUCT_ID = "-//Guildhall//Tournaments//EN"
LINE_OCTETS_LIMIT = 75
CANCELLED, CONFIRMED = "CANCELLED", "CONFIRMED"


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """One event. A calendar that has it already replaces it if the sequence is higher."""

    uid: str
    sequence: int
    stamp: datetime
    starts_at: datetime
    ends_at: datetime
    summary: str
    description: str
    url: str
    cancelled: bool = False


def calendar_text(events: Iterable[CalendarEvent], name: str = "") -> str:
    """Return a whole file."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{PRODUCT_ID}", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
    if name:
        lines.append(f"X-WR-CALNAME:{escaped(name)}")
    for event in events:
        lines += event_lines(event)
    lines.append("END:VCALENDAR")
    return "".join(f"{folded(line)}\r\n" for line in lines)


def event_lines(event: CalendarEvent) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"DTSTAMP:{utc(event.stamp)}"
    yield f"DTSTART:{utc(event.starts_at)}"
    yield f"DTEND:{utc(event.ends_at)}"
    yield f"SUMMARY:{escaped(event.summary)}"
    if event.description:
        yield f"DESCRIPTION:{escaped(event.description)}"
    yield f"URL:{event.url}"
    yield f"STATUS:{CANCELLED if event.cancelled else CONFIRMED}"
    yield "END:VEVENT"


def utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def escaped(text: str) -> str:
    """Escape backslash, semicolon, comma and line ends; other control characters are removed."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    kept = "".join(one for one in plain if one == "\n" or one == "\t" or ord(one) >= 32)
    return kept.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,").replace("\n", "\\n")


def folded(line: str) -> str:
    """Fold a line at 75 octets, never within a character; continuation lines begin with a space."""
    pieces, piece, room = [], "", LINE_OCTETS_LIMIT
    for letter in line:
        size = len(letter.encode())
        if size > room:
            pieces.append(piece)
            piece, room = "", LINE_OCTETS_LIMIT - 1
        piece += letter
        room -= size
    return "\r\n ".join([*pieces, piece])
