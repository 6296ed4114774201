"""Describes where a side of a bracket's table comes from, and what is at stake there."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

# Tables have two to six sides.
PLACES: dict[int, str | Promise] = {
    1: lazy("Winner of table %(table)s"),
    2: lazy("Second of table %(table)s"),
    3: lazy("Third of table %(table)s"),
    4: lazy("Fourth of table %(table)s"),
    5: lazy("Fifth of table %(table)s"),
    6: lazy("Sixth of table %(table)s"),
}
PARTS: dict[str, str | Promise] = {
    "winners": lazy("Round %(number)s"),
    "losers": lazy("Second chance, round %(number)s"),
    "small-final": lazy("Small final"),
    "final": lazy("Final"),
    "reset": lazy("Second final"),
}
STAKES: dict[str, str | Promise] = {
    "final": lazy("The winner stands first."),
    "small-final": lazy("They play for the places after the finalists."),
    "reset": lazy("It is played only if whoever came unbeaten loses the final."),
}


def source_words(table: int, place: int) -> str:
    return str(PLACES[place]) % {"table": table}


def part_words(part: str, number: int) -> str:
    """Return what a round of a bracket is called."""
    return str(PARTS.get(part, PARTS["winners"])) % {"number": number}


def stakes_words(part: str, advances: int) -> str:
    """Return what is at stake at a table of a bracket."""
    if part in STAKES:
        return str(STAKES[part])
    if advances == 1:
        return _("The winner goes on.")
    return _("The first %(count)s go on.") % {"count": advances}
