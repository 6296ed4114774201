"""Reads how finished matches ended: places as the ratings use them, points, and who never came."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.clock import TIMEOUTS_BEFORE_BOT, By
from games.models import Event, Match, Seat
from games.selectors.matches import matches_with_seats
from ratings.formulas.places import places_of_sides

# By move, in order: the number of its seat, and by whom it was made (engine.clock.By).
Moves = Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """How a match ended, by side, in the order of the game's sides; sides of bots are among them."""

    match_id: int
    key: str
    finished_at: datetime
    # Ties share a place; a player who left for good or never came is last (ruling 27).
    places: tuple[int, ...]
    points: tuple[int, ...]
    # Whether none of the side's players was ever connected; always false at tables that were not sealed, and for bots.
    never_there: tuple[bool, ...]


def outcome_of(match: Match) -> MatchOutcome:
    """Return the outcome of a finished match."""
    found = outcomes_of([match.pk])
    if match.pk not in found:
        raise ValueError(f"match {match.pk} has no outcome")
    return found[match.pk]


def outcomes_of(match_ids: Collection[int]) -> dict[int, MatchOutcome]:
    """Return the outcomes of those of these matches that are finished, in three queries.

    A match whose result lacks a seat is left out, as in the ratings: it must not keep the others from being counted.
    """
    finished = matches_with_seats().filter(pk__in=match_ids, status=Match.Status.FINISHED)
    matches = {match.pk: match for match in finished if places_on_record(match)}
    moves: dict[int, list[tuple[int, str]]] = {match_id: [] for match_id in matches}
    events = Event.objects.filter(match__in=list(matches)).order_by("match_id", "seq")
    for match_id, seat, by in events.values_list("match_id", "seat", "by"):
        moves[match_id].append((seat, by))
    return {match_id: outcome_from(match, moves[match_id]) for match_id, match in matches.items()}


def outcome_from(match: Match, moves: Moves) -> MatchOutcome:
    if match.finished_at is None:
        raise ValueError(f"match {match.pk} is not finished")
    sides = sides_of_seats(match)
    points = {side["seats"][0]: side["points"] for side in match.result["sides"]} if match.result else {}
    places = places_of_sides(sides, places_on_record(match), seats_left(match, moves))
    seats = list(match.seats.all())
    return MatchOutcome(
        match_id=match.pk,
        key=match.key,
        finished_at=match.finished_at,
        places=tuple(places),
        points=tuple(points[sides.index(side)] for side in range(len(places))),
        never_there=tuple(
            all(never_came(match, seat) for seat, own in zip(seats, sides, strict=True) if own == side)
            for side in range(len(places))
        ),
    )


def sides_of_seats(match: Match) -> list[int]:
    """Return the number of its side for each seat."""
    sides = {int(seat): side for side, seats in enumerate(match.engine.sides(match.options)) for seat in seats}
    return [sides[seat.number] for seat in match.seats.all()]


def places_on_record(match: Match) -> list[int]:
    """Return the place for each seat from the game's result, or [] if the result lacks a seat."""
    sides = match.result.get("sides", []) if isinstance(match.result, dict) else []
    places = {seat: side["place"] for side in sides for seat in side["seats"]}
    seats = list(match.seats.all())
    return [places[seat.number] for seat in seats] if len(places) == len(seats) else []


def seats_left(match: Match, moves: Moves) -> list[bool]:
    """Return for each seat whether its player left for good or never came."""
    return [never_came(match, seat) or has_left(seat, moves) for seat in match.seats.all()]


def never_came(match: Match, seat: Seat) -> bool:
    """Return whether the player of a sealed table was connected neither at its start nor at any time after it."""
    return match.sealed and seat.player_id is not None and not seat.was_there


def has_left(seat: Seat, moves: Moves) -> bool:
    """Return whether a player left for good (ruling 27): a bot played the seat at the end, and made its last move.

    If the third time-out in a row ended the match, the seat was not marked as away any more.
    """
    own = [by for number, by in moves if number == seat.number]
    if not own or own[-1] == By.PLAYER.value:
        return False
    ended_it = moves[-1] == (seat.number, By.CLOCK.value)
    return seat.away or (ended_it and own[-TIMEOUTS_BEFORE_BOT:] == [By.CLOCK.value] * TIMEOUTS_BEFORE_BOT)
