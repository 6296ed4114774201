"""What a table tells its sockets, put into messages."""

from collections.abc import Mapping, Sequence, Set

from games.engine.clock import Milliseconds
from games.engine.game import Seat
from games.engine.running import Running
from games.live import messages
from games.live.sockets import Socket
from games.models import Words
from games.selectors.matches import milliseconds
from games.services.announcements import Shown
from ratings.models import RatingChange


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
    return Shown(text, standing_if_new(running), told, min(deadlines.values(), default=None))


def standing_if_new(running: Running, heard: str = "") -> str:
    """How everyone stands, as written in messages, if it is not what was last written; then it is kept. Others may have
    told us already."""
    scored = running.game.scored(running.state)
    if scored == running.standing[0]:
        return ""
    text = heard or messages.fields(running.game.standing(running.state))
    running.standing = scored, text
    return text


class StateMessages:
    """Where a match stands, told to one after another: what is the same for all of them is written once."""

    def __init__(self, running: Running, shown: Shown, now: Milliseconds, presence: str) -> None:
        self.running, self.told = running, shown.told
        self.beginning = f'{{"type":"state","seq":{running.seq},{presence},"clock":{{"now":{now},'
        self.text = self.all_but_own(shown)

    def all_but_own(self, shown: Shown) -> str:
        return f"{self.beginning}{shown.text},{self.running.standing[1]}"

    def to(self, socket: Socket) -> str:
        """All that has happened since they were last told; mostly the same for everyone."""
        running, text = self.running, self.text
        if socket.told != self.told:
            text = self.all_but_own(shown_to_all(running, socket.told))
        socket.told = len(running.events)
        return f"{text},{messages.fields(running.game.own(running.state, socket.seat))}}}}}"


def presence_fields(here: Set[Seat], played_by_bots: Set[Seat], levels: Mapping[Seat, str]) -> str:
    """Who is connected, and whose chair a bot has until they are back. A bot that has a seat itself has a level."""
    seats = sorted(levels)
    return messages.fields(
        {
            "present": [seat in here or bool(levels[seat]) for seat in seats],
            "away": [seat in played_by_bots and not levels[seat] for seat in seats],
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
