"""The score pad of a finished match: every guild, joker, bottle and gem accounted for."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Match, Seat

GUILDS = {
    "Nobles": gettext_lazy("Nobles"),
    "Artists": gettext_lazy("Artists"),
    "Traders": gettext_lazy("Traders"),
    "Workmen": gettext_lazy("Workmen"),
    "Knights": gettext_lazy("Knights"),
    "Assassins": gettext_lazy("Assassins"),
}


class Cell(NamedTuple):
    """Points, and why."""

    points: int | None
    why: str = ""

    @property
    def shown(self) -> str:
        """As people write it: with a minus sign, and a dash for nothing at all."""
        return "–" if self.points is None else str(self.points).replace("-", "−")


class Row(NamedTuple):
    name: str
    guild: str
    cells: list[Cell]


class Pad(NamedTuple):
    """One column a side, in the order of places."""

    sides: list[tuple[int, list[Seat]]]
    rows: list[Row]
    totals: list[Cell]
    cards: list[Cell]

    @property
    def points_tie(self) -> bool:
        """Whether the cards taken, or the gems, had to decide."""
        return len({total.points for total in self.totals}) < len(self.totals)


def score_pad(match: Match) -> Pad:
    seats = {seat.number: seat for seat in match.seats.all()}
    sides = sorted(match.result["sides"], key=lambda side: side["place"]) if match.result else []
    rows = [
        Row(str(name), guild.lower(), [guild_cell(side, guild) for side in sides]) for guild, name in GUILDS.items()
    ]
    if any(side["discarded_jokers"] for side in sides):
        rows.append(
            Row(_("Jokers laid aside"), "", [Cell(None, str(side["discarded_jokers"] or "")) for side in sides])
        )
    rows += [
        Row("Pot de Vin", "", [bottles(side) for side in sides]),
        Row(_("Plus and minus two"), "", [Cell(side["bonus"]) for side in sides]),
        Row(_("Gems won"), "", [Cell(side["gems"]) for side in sides]),
    ]
    return Pad(
        [(side["place"], [seats[number] for number in side["seats"]]) for side in sides],
        rows,
        [Cell(side["points"]) for side in sides],
        [Cell(side["cards"]) for side in sides],
    )


def guild_cell(side: dict[str, Any], guild: str) -> Cell:
    column = side["guilds"].get(guild)
    if column is None:
        return Cell(None)
    number = column["symbols"]
    if column["joker"]:
        return Cell(
            column["points"],
            ngettext("{number} symbol with a joker", "{number} symbols with a joker", number).format(number=number),
        )
    return Cell(column["points"], ngettext("{number} symbol", "{number} symbols", number).format(number=number))


def bottles(side: dict[str, Any]) -> Cell:
    number = side["pot_de_vin"]["cards"]
    why = ngettext("{number} card", "{number} cards", number).format(number=number)
    return Cell(side["pot_de_vin"]["points"], why) if number else Cell(None)
