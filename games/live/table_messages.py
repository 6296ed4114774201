"""Builds the messages of a table. Nothing else decides what a seat may see."""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import Any

from games.engine.clock import Milliseconds
from games.engine.game import Event, Seat
from games.engine.running import Running
from games.live.messages import encode
from games.models import Words
from games.selectors.matches import milliseconds
from ratings.models import RatingChange

RATING_FIELDS = ("seat", "before", "after", "k", "expected", "score", "place")


class StateMessages:
    """The `state` messages of one moment: what all may see is built once, and each seat's message encoded once."""

    def __init__(
        self, running: Running, seats: Collection[Seat | None], now: Milliseconds, presence: Mapping[str, Any]
    ) -> None:
        """`seats` are those that messages are wanted for; None is the seat of a spectator."""
        self.running = running
        self.views = dict(zip(seats, running.game.views(running.state, seats), strict=True))
        self.deadlines = running.deadlines()
        result = running.game.result(running.state)
        self.shared = {
            "seq": running.seq,
            **presence,
            "clock": {
                "now": now,
                "since": running.since,
                "turn": running.turn,
                "banks": running.clock.banks,
                "deadlines": [self.deadlines.get(seat) for seat in running.seats],
            },
            "result": result.as_json() if result else None,
        }
        self.encoded: dict[tuple[Seat | None, int], str] = {}

    def text_for(self, seat: Seat | None, events_sent: int) -> str:
        """Return the message for a seat with the view of that seat, and the events after those sent already."""
        key = (seat, events_sent)
        if key not in self.encoded:
            events = events_as_json(self.running.events[events_sent:])
            self.encoded[key] = encode("state", **self.shared, events=events, view=self.views[seat])
        return self.encoded[key]


def events_as_json(events: Iterable[Event]) -> list[dict[str, Any]]:
    return [{"kind": event.kind, **event.facts} for event in events]


def hello_message(header: Mapping[str, Any], seat: Seat | None, *, signed_in: bool, running: Running | None) -> str:
    """Return what a socket is sent first: the table, its own seat, and what has happened so far."""
    events = events_as_json(running.events) if running else []
    return encode("hello", **header, seat=seat, signed_in=signed_in, events=events)


def presence_fields(connected: Set[Seat], played_by_bots: Set[Seat], levels: Mapping[Seat, str]) -> dict[str, Any]:
    """Return who is connected, and at which seats a bot plays until a player is back.

    `levels` has the level of each seat's own bot, empty for a player. A bot that has a seat of its own is present.
    """
    seats = sorted(levels)
    return {
        "present": [seat in connected or bool(levels[seat]) for seat in seats],
        "away": [seat in played_by_bots and not levels[seat] for seat in seats],
    }


def rated_message(changes: Sequence[RatingChange]) -> str | None:
    """Return what a match did to everyone's rating, by seat; None while it has not been rated."""
    if not changes:
        return None
    return encode("rated", changes=[{key: getattr(change, key) for key in RATING_FIELDS} for change in changes])


def said_message(words: Words, seat: Seat | None) -> str:
    said = {"emote": words.emote} if words.emote else {"text": words.text}
    name, at = str(words.player.display_name), milliseconds(words.at)
    return encode("said", room=words.room, seat=seat, name=name, at=at, id=words.pk, **said)
