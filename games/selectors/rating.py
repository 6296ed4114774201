"""Reads finished matches for the ratings, and the ratings of players at tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.models import Event, Match
from games.selectors.matches import matches_with_seats
from games.selectors.outcomes import places_on_record, seats_left, sides_of_seats
from ratings.formulas.elo import START
from ratings.formulas.schedule import PROVISIONAL_GAMES
from ratings.models import Correction, RatingChange, Standing
from ratings.reports import MatchReport
from ratings.selectors.changes import changes_of_match
from ratings.selectors.histories import corrections_of_match
from ratings.selectors.results import result_in_words, sides_joined
from ratings.selectors.standings import is_provisional, ratings_of

HAND_OVER_BATCH_SIZE = 100


def matches_to_hand_over() -> list[Match]:
    """Return a batch of finished rated matches that were not handed over yet, in the order in which they finished."""
    due = matches_with_seats().filter(status=Match.Status.FINISHED, rated=True, handed_over=False)
    return list(due.order_by("finished_at", "pk")[:HAND_OVER_BATCH_SIZE])


def is_any_rated(match_ids: Sequence[int]) -> bool:
    return Match.objects.filter(pk__in=match_ids, rated=True).exists()


def pool_of(match: Match) -> str:
    """Return the rating pool that a match belongs to."""
    return f"{match.game}-{match.engine.rating_list(match.options)}"


class SeatRating(NamedTuple):
    """The rating to show beside a player's name."""

    value: float
    is_provisional: bool


def ratings_at(matches: Sequence[Match]) -> list[dict[int, SeatRating]]:
    """Return the ratings of the players at each table, in its pool, with one query a pool. At a rated table, players
    without a rating have the initial one."""
    sitting = [[seat.player_id for seat in match.seats.all() if seat.player_id is not None] for match in matches]
    players_by_pool: dict[str, list[int]] = {}
    for match, players in zip(matches, sitting, strict=True):
        players_by_pool.setdefault(pool_of(match), []).extend(players)
    known = {pool: ratings_of(pool, players) for pool, players in players_by_pool.items()}
    return [ratings_in(known[pool_of(match)], match, players) for match, players in zip(matches, sitting, strict=True)]


def ratings_in(known: Mapping[int, Standing], match: Match, players: Sequence[int]) -> dict[int, SeatRating]:
    begin = dict.fromkeys(players, SeatRating(START, is_provisional=True)) if match.rated else {}
    there = {player: known[player] for player in players if player in known}
    return begin | {player: SeatRating(one.rating, is_provisional(one)) for player, one in there.items()}


def ratings_before(match: Match) -> dict[int, SeatRating]:
    """Return the ratings of the players when a rated match began; {} for other matches: they are not stored."""
    changes = changes_of_match(match.pk) if match.rated else []
    return {change.player_id: SeatRating(change.before, change.number <= PROVISIONAL_GAMES) for change in changes}


@dataclass(frozen=True, slots=True)
class MatchRating:
    """The rating changes of a finished match, as far as they are worked out."""

    changes: list[RatingChange]
    # Corrections by organisers, in order.
    corrections: list[Correction]
    # The places by which it is rated instead of those of the result, as text.
    places: str = ""

    @property
    def struck(self) -> bool:
        """Return whether an organiser has taken the match out of the ratings."""
        return bool(self.corrections) and not self.corrections[-1].match.counts

    @property
    def under_way(self) -> bool:
        """Return whether a correction is not carried out yet; until then the changes are the old ones."""
        return any(not one.replay.is_finished for one in self.corrections)


def rating_of(match: Match) -> MatchRating | None:
    """Return what a match did to the ratings, in two queries; None if it was not rated."""
    if not match.rated:
        return None
    changes = sorted(changes_of_match(match.pk), key=lambda change: (change.place, change.seat))
    corrections = corrections_of_match(match.pk)
    return MatchRating(changes, corrections, places_corrected(match, corrections))


def places_corrected(match: Match, corrections: Sequence[Correction]) -> str:
    """Return the places that an organiser has set, as text, or "" if the result of the match counts."""
    if all(one.kind != Correction.Kind.CORRECTED for one in corrections) or not corrections[-1].match.counts:
        return ""
    last = corrections[-1]
    names = sides_joined(last.sides, [seat.display_name for seat in match.seats.all()])
    return result_in_words(names, last.sides, last.after["places"], last.left)


def report_of(match: Match) -> MatchReport:
    """Return a finished match as the ratings take it. A result that lacks a seat has no places."""
    moves = list(Event.objects.filter(match=match).order_by("seq").values_list("seat", "by"))
    return MatchReport(
        match_id=match.pk,
        key=match.key,
        pool=pool_of(match),
        finished_at=match.finished_at,
        players=[seat.player_id for seat in match.seats.all()],
        sides=sides_of_seats(match),
        places=places_on_record(match),
        left=seats_left(match, moves),
    )
