"""Results in words, for those who correct them."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from players.models import Player
from ratings.models import RatedMatch


def names_of_sides(match: RatedMatch) -> list[str]:
    """The people of each side, in the order of its number."""
    people = Player.objects.in_bulk(match.players)
    names = [str(people[player].display_name) for player in match.players]
    return [
        " + ".join(name for name, own in zip(names, match.sides, strict=True) if own == side)
        for side in range(max(match.sides) + 1)
    ]


def result_in_words(match: RatedMatch, places: Sequence[int]) -> str:
    """Who came in which place, by these places of the seats, best first."""
    names = names_of_sides(match)
    by_side = dict(zip(match.sides, places, strict=True))
    gone = {side for side, left in zip(match.sides, match.left, strict=True) if left}
    return ", ".join(
        f"{place}. {names[side]}" + (f" ({_('left for good')})" if side in gone else "")
        for place, side in sorted((place, side) for side, place in by_side.items())
    )
