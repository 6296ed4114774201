"""The types of requests and responses, from which the OpenAPI document is made."""

from collections.abc import Callable, Collection
from typing import Annotated, Any

from ninja import Schema
from pydantic import AfterValidator, AwareDatetime, Field, StringConstraints

from games.engine.registry import GAMES
from games.models import Pace
from tournaments.director.acts import Act
from tournaments.models.tournament import DEFAULT_CHECK_IN_MINUTES, NAME_LENGTH, SMALL_TOURNAMENT_PLACES, Format

# The largest values of the columns.
SMALL_INTEGER_LIMIT = 32_767
INTEGER_LIMIT = 2**31 - 1
Number = Annotated[int, Field(ge=0, le=INTEGER_LIMIT)]
Small = Annotated[int, Field(ge=0, le=SMALL_INTEGER_LIMIT)]
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME_LENGTH)]
Text = Annotated[str, Field(max_length=4000)]


def one_of(values: Collection[str]) -> Callable[[str], str]:
    def check(value: str) -> str:
        if value not in values:
            raise ValueError(f"not one of {sorted(values)}")
        return value

    return check


def choice(values: Collection[str]) -> Any:
    """Return the type of a text out of a closed set, named in the OpenAPI document."""
    return Annotated[str, AfterValidator(one_of(values)), Field(json_schema_extra={"enum": list(values)})]


class Refused(Schema):
    """Why nothing has happened."""

    code: str
    message: str


class RefusedFields(Refused):
    """Which of the fields are not understood, and why."""

    fields: dict[str, str]


# --- Tournaments ---


class TournamentItem(Schema):
    slug: str
    name: str
    status: str
    game: str
    options: dict[str, str]
    format: str
    rated: bool
    entries: int
    places: int | None
    starts_at: str | None
    url: str


class Tournaments(Schema):
    items: list[TournamentItem]
    next: str | None


class NewTournament(Schema):
    """A small tournament of one's own."""

    name: Name
    game: choice(GAMES) = next(iter(GAMES))  # type: ignore[valid-type]
    options: dict[str, str] | None = None
    format: choice(Format.values) = Format.SWISS.value  # type: ignore[valid-type]
    settings: dict[str, Any] = {}
    pace: choice(Pace.values) = Pace.STANDARD.value  # type: ignore[valid-type]
    rated: bool = False
    places: Annotated[int, Field(ge=2, le=SMALL_TOURNAMENT_PLACES)] | None = None
    starts_at: AwareDatetime | None = None
    check_in_minutes: Annotated[int, Field(ge=0, le=7 * 24 * 60)] = DEFAULT_CHECK_IN_MINUTES
    listed: bool = True


class Created(Schema):
    slug: str
    url: str


# --- Entries ---


class NewEntry(Schema):
    team: Number | None = None
    code: Annotated[str, Field(max_length=200)] = ""


class EntryStands(Schema):
    entry: int
    status: str
    place_in_line: int | None


class CheckedIn(Schema):
    entry: int
    checked_in: bool


# --- Acts ---


class ActItem(Schema):
    act: str
    needs: list[str]
    consequences: str


class Acts(Schema):
    state: int
    items: list[ActItem]


class NewAct(Schema):
    """What is to be done, on what has been seen, and why; `GET` says which of the rest an act needs."""

    act: choice([act.value for act in Act])  # type: ignore[valid-type]
    state: Number
    reason: Text = ""
    entry: Number | None = None
    other: Number | None = None
    table: Number | None = None
    round: Small | None = None
    stage: Small | None = None
    places: list[list[Number]] | None = None
    player: Text = ""
    former: Text = ""
    text: Text = ""


# --- Oneself ---


class TeamItem(Schema):
    id: int
    name: str
    players: list[str]


class TableItem(Schema):
    key: str
    url: str
    socket: str
    tournament: str | None
    round: int | None
    starts_at: str | None
    status: str


class Me(Schema):
    name: str
    teams: list[TeamItem]
    tables: list[TableItem]


class RatingItem(Schema):
    pool: str
    rating: float
    games: int
    history: str


class Ratings(Schema):
    items: list[RatingItem]
    next: str | None


class HistoryItem(Schema):
    match: str
    finished_at: str
    before: float
    after: float
    expected: float
    score: float
    k: float
    place: int


class History(Schema):
    items: list[HistoryItem]
    next: str | None


# --- Tables ---


class NewContribution(Schema):
    """At most 32 bytes in hex."""

    contribution: Annotated[str, StringConstraints(pattern=r"^([0-9a-fA-F]{2}){0,32}$")]


class Contributed(Schema):
    table: str
    contribution: str
