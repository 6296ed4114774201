"""What a table tells its sockets, put into messages."""

from collections.abc import Sequence

from games.engine.game import Seat, View
from games.engine.running import Running
from games.live import messages
from games.live.sockets import Socket
from games.models import Words
from games.selectors.matches import milliseconds
from ratings.selectors.changes import RatingChange


def state_message(running: Running, socket: Socket, view: View, shared: bytes) -> str:
    events, socket.told = running.events[socket.told :], len(running.events)
    return messages.encode_beside("state", shared, view=view, events=messages.told(events))


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
