"""Finished matches as the ratings want them: plain data, and who never came back."""

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

AT_ONCE = 100


def matches_to_hand_over() -> list[Match]:
    """Finished rated matches that the ratings do not know of yet, in the order in which they finished."""
    due = matches_with_seats().filter(status=Match.Status.FINISHED, rated=True, handed_over=False)
    return list(due.order_by("finished_at", "pk")[:AT_ONCE])


def is_any_rated(match_ids: Sequence[int]) -> bool:
    return Match.objects.filter(pk__in=match_ids, rated=True).exists()


def pool_of(match: Match) -> str:
    """The list of ratings that a match belongs to."""
    return f"{match.game}-{match.engine.rating_list(match.options)}"


class SeatRating(NamedTuple):
    """What stands beside a name at a table."""

    value: float
    is_provisional: bool


def ratings_at(matches: Sequence[Match]) -> list[dict[int, SeatRating]]:
    """The ratings of those who sit at each table, in its pool: one query a pool. In a rated match newcomers stand where
    all begin."""
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
    """What those at the table stood at when a rated match began; of any other match nobody wrote that down."""
    changes = changes_of_match(match.pk) if match.rated else []
    return {change.player_id: SeatRating(change.before, change.number <= PROVISIONAL_GAMES) for change in changes}


@dataclass(frozen=True, slots=True)
class MatchRating:
    """What a finished match did to the ratings, as far as that is known."""

    changes: list[RatingChange]
    # What organisers have changed about it, in order.
    corrections: list[Correction]
    # In which places it is rated instead of those that were played, in words.
    places: str = ""

    @property
    def struck(self) -> bool:
        """Whether an organiser has taken the match out of the ratings."""
        return bool(self.corrections) and not self.corrections[-1].match.counts

    @property
    def under_way(self) -> bool:
        """Whether a correction is still to be carried out: until then the changes are the old ones."""
        return any(not one.replay.is_finished for one in self.corrections)


def rating_of(match: Match) -> MatchRating | None:
    """None for a match that was not rated. In two queries, corrected or not."""
    if not match.rated:
        return None
    changes = sorted(changes_of_match(match.pk), key=lambda change: (change.place, change.seat))
    corrections = corrections_of_match(match.pk)
    return MatchRating(changes, corrections, places_corrected(match, corrections))


def places_corrected(match: Match, corrections: Sequence[Correction]) -> str:
    """Who came in which place by an organiser's word; nothing where the table's own result stands."""
    if all(one.kind != Correction.Kind.CORRECTED for one in corrections) or not corrections[-1].match.counts:
        return ""
    last = corrections[-1]
    names = sides_joined(last.sides, [seat.display_name for seat in match.seats.all()])
    return result_in_words(names, last.sides, last.after["places"], last.left)


def report_of(match: Match) -> MatchReport:
    """What the ratings are told about a finished match. A result that says nothing about a seat is none."""
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
