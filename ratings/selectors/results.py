"""Results in words, for those who correct them."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from players.models import Player
from ratings.models import RatedMatch


def name_on_record(player: Player) -> str:
    """What organisers call a player: somebody who has left has only a number, by which they can still be found."""
    return f"{player.display_name} ({player.name})" if player.is_gone else player.name


def names_of_sides(match: RatedMatch) -> list[str]:
    """The people of each side, in the order of its number, as organisers call them."""
    people = Player.objects.in_bulk(match.players)
    return sides_joined(match, [name_on_record(people[player]) for player in match.players])


def sides_joined(match: RatedMatch, names: Sequence[str]) -> list[str]:
    """Names by seat become names by side."""
    return [
        " + ".join(name for name, own in zip(names, match.sides, strict=True) if own == side)
        for side in range(max(match.sides) + 1)
    ]


def result_in_words(match: RatedMatch, places: Sequence[int], names: Sequence[str] | None = None) -> str:
    """Who came in which place, by these places of the seats, best first; sides by these names, or those on record."""
    names = names_of_sides(match) if names is None else names
    by_side = dict(zip(match.sides, places, strict=True))
    gone = {side for side, has_left in zip(match.sides, match.left, strict=True) if has_left}
    left = _("left for good")
    return ", ".join(
        f"{place}. {names[side]}" + (f" ({left})" if side in gone else "")
        for place, side in sorted((place, side) for side, place in by_side.items())
    )
