"""Builds the score pad of a finished match: what each guild, joker, bottle and gem counts for each side."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Match, Seat
from games.selectors.replays import final_view

GUILD_NAMES = {
    "Nobles": gettext_lazy("Nobles"),
    "Artists": gettext_lazy("Artists"),
    "Traders": gettext_lazy("Traders"),
    "Workmen": gettext_lazy("Workmen"),
    "Knights": gettext_lazy("Knights"),
    "Assassins": gettext_lazy("Assassins"),
}


class Cell(NamedTuple):
    """Points of one side in one row, and an explanation."""

    points: int | None
    why: str = ""
    # The text of a cell without points.
    sign: str = "–"
    # Whether a positive number has a plus sign.
    plus: bool = False

    @property
    def shown(self) -> str:
        """Return the text of the cell, with a true minus sign."""
        if self.points is None:
            return self.sign
        return f"{self.points:{'+' if self.plus and self.points else ''}}".replace("-", "−")


class Row(NamedTuple):
    """A row, with the same name, order and icon as on the pad at the live table (`score_pad.js`)."""

    name: str
    cells: list[Cell]
    guild: str = ""
    icon: str = ""
    letter: str = ""


class Pad(NamedTuple):
    """The score pad: one column a side, in the order of places."""

    sides: list[tuple[int, list[Seat]]]
    rows: list[Row]
    totals: list[Cell]
    cards: list[Cell]

    @property
    def places(self) -> list[Cell]:
        return [Cell(None, sign=_("{place}.").format(place=place)) for place, seats in self.sides]

    @property
    def points_tie(self) -> bool:
        """Return whether two sides have equal points, so that cards or gems decided."""
        return len({total.points for total in self.totals}) < len(self.totals)


def score_pad(match: Match) -> Pad:
    return pad_from(match, final_view(match))


def pad_from(match: Match, view: dict[str, Any]) -> Pad:
    """Return the pad of a result. The last `view` says whose columns are void, and who has the bonus cards."""
    seats = {seat.number: seat for seat in match.seats.all()}
    sides = sorted(match.result["sides"], key=lambda side: side["place"]) if match.result else []
    void = {
        (column["guild"], tuple(side["seats"])): seats[column["seat"]].display_name
        for side in view["scores"]
        for column in side["void"]
    }
    rows = [
        *[
            Row(str(name), [guild_cell(side, guild, void) for side in sides], guild=guild.lower())
            for guild, name in GUILD_NAMES.items()
        ],
        Row(_("Jokers"), [jokers(side) for side in sides], icon="joker"),
        Row(_("Pot de Vin"), [bottles(side) for side in sides], icon="bottle"),
        Row(_("Bonus"), [bonus(side, view["taken"]) for side in sides], letter="±2"),
        Row(_("Treasure"), [Cell(side["gems"] or None) for side in sides], icon="gem"),
    ]
    return Pad(
        [(side["place"], [seats[number] for number in side["seats"]]) for side in sides],
        rows,
        [Cell(side["points"]) for side in sides],
        [Cell(side["cards"]) for side in sides],
    )


def guild_cell(side: dict[str, Any], guild: str, void: dict[tuple[str, tuple[int, ...]], str]) -> Cell:
    column = side["guilds"].get(guild)
    if column is None:
        return Cell(None)
    lost = void.get((guild, tuple(side["seats"])))
    note = _("The column of {name} is void.").format(name=lost) if lost else ""
    return Cell(column["points"], ". ".join(filter(None, [symbols_of(column), note])))


def symbols_of(column: dict[str, Any]) -> str:
    number = column["symbols"]
    if column["joker"]:
        words = ngettext("{number} symbol with a joker", "{number} symbols with a joker", number)
    else:
        words = ngettext("{number} symbol", "{number} symbols", number)
    return words.format(number=number)


def jokers(side: dict[str, Any]) -> Cell:
    """Return where the jokers lie; their points are in the rows of the guilds."""
    placed = [str(GUILD_NAMES[guild]) for guild, column in side["guilds"].items() if column["joker"]]
    aside = side["discarded_jokers"]
    notes = [
        _("Placed on {guilds}.").format(guilds=joined_names(placed)) if placed else "",
        ngettext("{count} laid aside.", "{count} laid aside.", aside).format(count=aside) if aside else "",
    ]
    return Cell(None, " ".join(filter(None, notes)), f"×{len(placed)}" if placed else "–")


def joined_names(names: list[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])


def bonus(side: dict[str, Any], taken: list[list[str]]) -> Cell:
    """Return the bonus: plus two for each 2, minus two for each 3."""
    values = [card[1:] for seat in side["seats"] for card in taken[seat]]
    more, less = values.count("2"), values.count("3")
    notes = [
        _("{count} card with plus two") if more == 1 else _("{count} cards with plus two") if more else "",
        _("{count} card with minus two") if less == 1 else _("{count} cards with minus two") if less else "",
    ]
    why = ", ".join(note.format(count=count) for note, count in zip(notes, (more, less), strict=True) if note)
    return Cell(side["bonus"], why, plus=True) if why else Cell(None)


def bottles(side: dict[str, Any]) -> Cell:
    number = side["pot_de_vin"]["cards"]
    why = ngettext("{number} card", "{number} cards", number).format(number=number)
    return Cell(side["pot_de_vin"]["points"], why) if number else Cell(None)
