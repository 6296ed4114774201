"""What a table tells its sockets, put into messages."""

from collections.abc import Sequence
from functools import lru_cache

from games.engine.clock import Milliseconds
from games.engine.game import Seat
from games.engine.running import Running
from games.live import messages
from games.live.sockets import Socket
from games.models import Words
from games.selectors.matches import milliseconds
from games.services.announcements import Shown
from ratings.selectors.changes import RatingChange


def shown_to_all(running: Running, told: int) -> Shown:
    """What everyone may see of a match, and what has happened since they were told that many events; nothing of it is
    secret: this crosses the bus. It begins within the clock, and ends within the view, where one's own follows."""
    deadlines = running.deadlines()
    clock = {
        "since": running.since,
        "turn": running.turn,
        "banks": running.clock.banks,
        "deadlines": [deadlines.get(seat) for seat in running.seats],
    }
    result = running.game.result(running.state)
    details = {"result": result.as_json() if result else None, "events": messages.told(running.events[told:])}
    view = messages.fields(running.game.public(running.state))
    text = f'{messages.fields(clock)}}},{messages.fields(details)},"view":{{{view}'
    return Shown(text, told, min(deadlines.values(), default=None))


class StateMessages:
    """Where a match stands, told to one after another: what is the same for all of them is written once."""

    def __init__(self, running: Running, shown: Shown, now: Milliseconds, presence: str) -> None:
        self.running, self.told = running, shown.told
        self.beginning = f'{{"type":"state","seq":{running.seq},{presence},"clock":{{"now":{now},'
        self.text = f"{self.beginning}{shown.text}"

    def to(self, socket: Socket) -> str:
        """All that has happened since they were last told; mostly the same for everyone."""
        running, text = self.running, self.text
        if socket.told != self.told:
            text = f"{self.beginning}{shown_to_all(running, socket.told).text}"
        socket.told = len(running.events)
        return f"{text},{messages.fields(running.game.own(running.state, socket.seat))}}}}}"


@lru_cache(maxsize=1024)
def presence_fields(
    here: frozenset[Seat | None], played_by_bots: frozenset[Seat], levels: tuple[tuple[Seat, str], ...]
) -> str:
    """Who is connected, and whose chair a bot has until they are back. A bot that has a seat itself has a level."""
    return messages.fields(
        {
            "present": [seat in here or bool(level) for seat, level in levels],
            "away": [seat in played_by_bots and not level for seat, level in levels],
        }
    )


def presence_message(presence: str) -> str:
    return f'{{"type":"present",{presence}}}'


def rated_message(changes: Sequence[RatingChange]) -> str | None:
    """What a match did to everyone's rating, by seat; None while that is not known."""
    fields = ("seat", "before", "after", "k", "expected", "score", "place")
    return (
        messages.encode("rated", changes=[{key: getattr(one, key) for key in fields} for one in changes])
        if changes
        else None
    )


def said_message(words: Words, seat: Seat | None) -> str:
    said = {"emote": words.emote} if words.emote else {"text": words.text}
    name, at = str(words.player.display_name), milliseconds(words.at)
    return messages.encode("said", room=words.room, seat=seat, name=name, at=at, id=words.pk, **said)
