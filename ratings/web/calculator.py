"""Validates the calculator's form, and works out what each place would bring."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from ratings.figures import hundredths, whole
from ratings.formulas.elo import expectations, strength_of_side
from ratings.formulas.forecast import expected_places, stakes, win_chances
from ratings.formulas.schedule import k_for

SEATS = 6
FEWEST = 2
RATINGS = (0, 4000)
GAMES = (0, 100_000)
# What stands there at first: an old hand, somebody better, somebody like most, and a newcomer.
EXAMPLE = {"sides": "solo", "rating_1": 1560, "games_1": 140, "rating_2": 1710, "games_2": 320,
           "rating_3": 1500, "games_3": 45, "rating_4": 1500, "games_4": 0}  # fmt: skip


class CalculatorForm(forms.Form):
    """A table, seat by seat. A seat without a rating is empty."""

    sides = forms.ChoiceField(
        label=_("Who plays with whom"),
        choices=[
            ("solo", _("Each for themselves")),
            ("teams", _("In teams, partners opposite: 1+3, 2+4; at six 1+4, 2+5, 3+6")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial=EXAMPLE)
        for seat in range(1, SEATS + 1):
            self.fields[f"rating_{seat}"] = forms.IntegerField(
                label=_("Rating"), required=False, min_value=RATINGS[0], max_value=RATINGS[1]
            )
            self.fields[f"games_{seat}"] = forms.IntegerField(
                label=_("Games"), required=False, min_value=GAMES[0], max_value=GAMES[1]
            )

    @property
    def rows(self) -> list[tuple[int, forms.BoundField, forms.BoundField]]:
        return [(seat, self[f"rating_{seat}"], self[f"games_{seat}"]) for seat in range(1, SEATS + 1)]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        taken = seats_in(cleaned)
        if len(taken) < FEWEST and not self.errors:
            self.add_error(None, _("A table needs at least two players. Give two ratings or more."))
        teams = cleaned.get("sides") == "teams"
        if (
            teams
            and not self.errors
            and ([seat.number for seat in taken] != list(range(1, len(taken) + 1)) or len(taken) % 2)
        ):
            self.add_error(None, _("Teams are full: fill the seats from the first on, two and two."))
        if teams and not self.errors and len(taken) < 2 * FEWEST:
            self.add_error(None, _("Two teams are four players."))
        return cleaned


@dataclass(frozen=True, slots=True)
class SeatTaken:
    number: int
    rating: int
    games: int


def seats_in(values: dict[str, Any]) -> list[SeatTaken]:
    return [
        SeatTaken(seat, values[f"rating_{seat}"], values.get(f"games_{seat}") or 0)
        for seat in range(1, SEATS + 1)
        if values.get(f"rating_{seat}") is not None
    ]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat may look forward to."""

    seat: SeatTaken
    side: int
    win: int
    expected: int
    place: float
    k: int
    stakes: list[int]


def partners(seats: list[SeatTaken]) -> list[list[SeatTaken]]:
    """As at the tables: partners sit opposite each other."""
    half = len(seats) // 2
    return [[seats[place], seats[place + half]] for place in range(half)]


def outlooks(values: dict[str, Any]) -> list[Outlook]:
    """Seat by seat, by the same formulas that settle a match."""
    seats = seats_in(values)
    sides = partners(seats) if values["sides"] == "teams" else [[seat] for seat in seats]
    strengths = [strength_of_side([seat.rating for seat in side]) for side in sides]
    wins, places, shares = win_chances(strengths), expected_places(strengths), expectations(strengths)
    found = [
        Outlook(
            seat,
            number,
            hundredths(wins[number]),
            hundredths(shares[number]),
            places[number],
            whole(k_for(seat.games)),
            [whole(stake) for stake in stakes(strengths, number, seat.games)],
        )
        for number, side in enumerate(sides)
        for seat in side
    ]
    return sorted(found, key=lambda outlook: outlook.seat.number)
