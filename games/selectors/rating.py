"""Finished matches as the ratings want them: plain data, and who never came back."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.clock import LATE_IN_A_ROW, By
from games.models import Event, Match, Seat
from games.selectors.matches import matches_with_seats
from ratings.models import RatingChange
from ratings.reports import MatchReport
from ratings.selectors.histories import changes_of_match, match_is_struck
from ratings.selectors.standings import ratings_of

AT_ONCE = 100


def matches_to_hand_over() -> list[Match]:
    """Finished rated matches that the ratings do not know of yet, in the order in which they finished."""
    due = matches_with_seats().filter(status=Match.Status.FINISHED, rated=True, handed_over=False)
    return list(due.order_by("finished_at", "pk")[:AT_ONCE])


def pool_of(match: Match) -> str:
    """The list of ratings that a match belongs to."""
    return f"{match.game}-{match.engine.rating_list(match.options)}"


def ratings_at(match: Match) -> dict[int, float]:
    """The ratings of those who sit at a table, in its pool, whether it is played for ratings or not."""
    players = [seat.player_id for seat in match.seats.all() if seat.player_id is not None]
    return {player: standing.rating for player, standing in ratings_of(pool_of(match), players).items()}


def ratings_before(match: Match) -> dict[int, float]:
    """What those at the table stood at when a rated match began; of any other match nobody wrote that down."""
    changes = changes_of_match(match.pk) if match.rated else []
    return {change.player_id: change.before for change in changes}


@dataclass(frozen=True, slots=True)
class MatchRating:
    """What a finished match did to the ratings, as far as that is known."""

    changes: list[RatingChange]
    # Whether an organiser has taken the match out of the ratings.
    struck: bool = False


def rating_of(match: Match) -> MatchRating | None:
    """None for a match that was not rated."""
    if not match.rated:
        return None
    changes = changes_of_match(match.pk)
    if changes:
        return MatchRating(sorted(changes, key=lambda change: (change.place, change.seat)))
    return MatchRating([], struck=match_is_struck(match.pk))


def report_of(match: Match) -> MatchReport:
    """What the ratings are told about a finished match. A result that says nothing about a seat is none."""
    seats = list(match.seats.all())
    sides_by_seat = {int(seat): side for side, seats in enumerate(match.engine.sides(match.options)) for seat in seats}
    sides = match.result.get("sides", []) if isinstance(match.result, dict) else []
    places = {seat: side["place"] for side in sides for seat in side["seats"]}
    moves = list(Event.objects.filter(match=match).order_by("seq").values_list("seat", "by"))
    return MatchReport(
        match_id=match.pk,
        key=match.key,
        pool=pool_of(match),
        finished_at=match.finished_at,
        players=[seat.player_id for seat in seats],
        sides=[sides_by_seat[seat.number] for seat in seats],
        places=[places[seat.number] for seat in seats] if len(places) == len(seats) else [],
        left=[has_left(seat, moves) for seat in seats],
    )


def has_left(seat: Seat, moves: Sequence[tuple[int, str]]) -> bool:
    """Whether a player never came back (ruling 27): a bot had the chair at the end, and it made the last move there.

    If the third time-out in a row was the last move of all, nobody has had the time to mark the chair.
    """
    own = [by for number, by in moves if number == seat.number]
    if not own or own[-1] == By.PLAYER.value:
        return False
    ended_it = moves[-1] == (seat.number, By.CLOCK.value)
    return seat.away or (ended_it and own[-LATE_IN_A_ROW:] == [By.CLOCK.value] * LATE_IN_A_ROW)
