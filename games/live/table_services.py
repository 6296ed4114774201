"""Calls the services that change a match in other ways than by a player's move, on threads."""

from collections.abc import Sequence

from django.db import connection

from games.engine.clock import Milliseconds
from games.engine.game import Seat
from games.engine.running import Running, Step
from games.live.batching import BatchedCalls
from games.live.threads import BOT_THREAD, HEARTBEAT_THREAD, in_thread
from games.selectors.matches import seats_away
from games.services import clocks
from games.services.talk import words_report, words_say


class TableServices:
    """The services that live tables call, for the event loop to await."""

    def __init__(self) -> None:
        self.returns: BatchedCalls[tuple[int, Seat], bool] = BatchedCalls(in_thread(return_seats))
        self.say = in_thread(words_say)
        self.report = in_thread(words_report)
        self.mark_seats_away = in_thread(clocks.seats_mark_away)
        self.pulse = in_thread(clocks.pulse_record, HEARTBEAT_THREAD)
        self.step_for_late = in_thread(clocks.late_step, BOT_THREAD)

    async def return_seat(self, match_id: int, seat: Seat) -> bool:
        """Give a chair that a bot has back to its player; False if no bot had it."""
        return await self.returns.ask((match_id, seat))

    async def late_step(self, running: Running, bot_levels: dict[Seat, str], now: Milliseconds) -> Step | None:
        step: Step | None = await self.step_for_late(running, bot_levels, now)
        return step

    async def close(self) -> None:
        await self.returns.close()


def return_seats(places: Sequence[tuple[int, int]]) -> list[bool | Exception]:
    """Return many players' chairs to them. Mostly no bot has any, which one query says of all."""
    away = seats_away({match_id for match_id, _ in places})
    return [return_seat(*place) if place in away else False for place in places]


def return_seat(match_id: int, number: int) -> bool | Exception:
    """An error is the answer for this chair alone, unless the connection is lost."""
    try:
        return clocks.seat_return(match_id, number)
    except Exception as error:
        if connection.connection is None or connection.connection.closed:
            raise
        return error
