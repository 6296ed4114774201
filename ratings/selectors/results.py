"""Puts results into words, for those who correct them."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from players.models import Player
from ratings.models import RatedMatch


def name_on_record(player: Player) -> str:
    """What organisers call a player: somebody who has left has only a number, by which they can still be found."""
    return f"{player.display_name} ({player.name})" if player.is_gone else player.name


def names_of_sides(match: RatedMatch) -> list[str]:
    """The people of each side, in the order of its number, as organisers call them."""
    seats = match.seats.select_related("player")
    return sides_joined([seat.side for seat in seats], [name_on_record(seat.player) for seat in seats])


def sides_joined(sides: Sequence[int], names: Sequence[str]) -> list[str]:
    """Names by seat become names by side."""
    return [
        " + ".join(name for name, own in zip(names, sides, strict=True) if own == side)
        for side in range(max(sides) + 1)
    ]


def result_in_words(names: Sequence[str], sides: Sequence[int], places: Sequence[int], left: Sequence[bool]) -> str:
    """Who came in which place, best first: sides by their names, the rest by seat."""
    by_side = dict(zip(sides, places, strict=True))
    gone = {side for side, has_left in zip(sides, left, strict=True) if has_left}
    words = _("left for good")
    return ", ".join(
        f"{place}. {names[side]}" + (f" ({words})" if side in gone else "")
        for place, side in sorted((place, side) for side, place in by_side.items())
    )


def result_on_record(match: RatedMatch, places: Sequence[int]) -> str:
    """The same for organisers, by these places of the seats."""
    return result_in_words(names_of_sides(match), match.sides, places, match.left)
