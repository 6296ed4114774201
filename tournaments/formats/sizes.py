"""How many sides a table may have."""

from dataclasses import dataclass

from tournaments.formats.refusals import FormatRefusal

SIDES_MINIMUM, SIDES_LIMIT = 2, 6


class NoSuchTableSize(FormatRefusal):
    """A table has two to six sides, and at least one of them must not go on."""

    code = "no-such-table-size"


@dataclass(frozen=True, slots=True)
class TableSizes:
    """The sizes that the game can be played in: Pot de Vin alone from three to five, in teams two."""

    least: int
    most: int

    def __post_init__(self) -> None:
        if not SIDES_MINIMUM <= self.least <= self.most <= SIDES_LIMIT:
            raise NoSuchTableSize("a table has two to six sides", least=self.least, most=self.most)

    def fit(self, sides: int) -> bool:
        return self.least <= sides <= self.most
