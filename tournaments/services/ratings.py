"""Applies an organiser's ruling to the ratings of the match."""

from collections.abc import Mapping, Sequence

from games.models import Match
from games.selectors.matches import matches_with_seats
from games.services.rating import match_hand_over
from players.models import Player
from ratings.models import RatedMatch
from ratings.refusals import NothingToChange
from ratings.services.corrections import result_annul, result_correct


def rated_match(match_id: int | None) -> RatedMatch | None:
    """Return the ratings' record of a match; one that is over and was not handed over yet is handed over first."""
    if match_id is None:
        return None
    match = matches_with_seats().filter(pk=match_id, rated=True, status=Match.Status.FINISHED).first()
    if match is None:
        return None
    if not match.handed_over:
        match_hand_over(match)
    return RatedMatch.objects.filter(match_id=match.pk).first()


def ratings_correct(match_id: int | None, place_by_side: Mapping[int, int], *, by: Player, reason: str) -> None:
    """Correct the places of a rated match, for everyone at the table."""
    rated = rated_match(match_id)
    if rated is None:
        return
    places = [place_by_side[side] for side in rated.sides]
    try:
        result_correct(match=rated, version=rated.version, places=places, by=by, reason=reason)
    except NothingToChange:  # rated as it is ruled now, or does not count
        return


def ratings_annul(match_ids: Sequence[int | None], *, by: Player, reason: str) -> None:
    """Annul matches that are played again: they count for nobody."""
    for match_id in match_ids:
        rated = rated_match(match_id)
        if rated is not None and rated.counts:
            result_annul(match=rated, version=rated.version, by=by, reason=reason)
