"""Enters many players or teams from a CSV file; every broken row is reported, and the good ones are kept or none."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from django.db import transaction
from django.db.models.functions import Lower

from players.models import Player, Team
from players.names import normalise
from players.refusals import NoSuchPlayer, Refusal
from players.selectors import teams_with_members
from tournaments.director.acts import Act, allowed
from tournaments.models import Tournament
from tournaments.refusals import (
    AccountNeeded,
    FileNotText,
    FileTooLarge,
    NotAllowed,
    NotNow,
    RowHasNoName,
    RowHasOpenQuotes,
    RowHasTooManyColumns,
    TeamNotFull,
)
from tournaments.selectors.roles import organises
from tournaments.selectors.situations import situation_of
from tournaments.services.conditions import players_hold
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.membership import entry_enter

IMPORT_ROWS_LIMIT = 1_000
IMPORT_BYTES_LIMIT = 1_000_000
CLUB_LENGTH = 60
# Column names that the first row may have.
NAME_COLUMNS = frozenset({"name", "player", "team"})
CLUB_COLUMN = "club"
DELIMITERS = ";\t,"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the file: whom to enter, or what is wrong with it."""

    line: int
    name: str
    club: str = ""
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A row that could not be entered, and why."""

    line: int
    name: str
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class ImportResult:
    """Those who were entered, and the rows that were not."""

    added: tuple[str, ...]
    problems: tuple[Problem, ...]


def entries_import(*, tournament_id: int, by: Player, text: str, keep_good: bool) -> ImportResult:
    """Enter a player or a team for each row. With a broken row the good ones are kept, or nothing is, as asked."""
    rows = list(rows_of(text))
    with transaction.atomic():
        tournament = tournament_lock(tournament_id)
        if not organises(tournament, by):
            raise NotAllowed
        if Act.ADD_ENTRY not in allowed(situation_of(tournament)):
            raise NotNow
        added, problems = rows_enter(tournament, rows)
        if problems and not keep_good:
            transaction.set_rollback(True)
            return ImportResult((), tuple(problems))
        if added:
            tournament_changed(tournament, decided=True)
            facts = {"entries": len(added), "refused": [problem.line for problem in problems]}
            log_act(tournament, "import-entries", by=by, facts=facts)
    return ImportResult(tuple(added), tuple(problems))


def rows_enter(tournament: Tournament, rows: Sequence[Row]) -> tuple[list[str], list[Problem]]:
    """Enter each row in a savepoint of its own: a refused one leaves nothing behind."""
    names = [row.name for row in rows if row.refusal is None]
    teams = teams_named(names) if tournament.is_for_teams else None
    players = {} if teams is not None else players_named(names)
    members = [one.player_id for team in (teams or {}).values() for one in team.members]
    players_hold([*members, *(player.pk for player in players.values())])  # in one order, whatever that of the rows
    added, problems = [], []
    for row in rows:
        try:
            with transaction.atomic():
                row_enter(tournament, row, players, teams)
        except Refusal as refusal:
            problems.append(Problem(row.line, row.name, refusal))
        else:
            added.append(row.name)
    return added, problems


def row_enter(
    tournament: Tournament, row: Row, players: Mapping[str, Player], teams: Mapping[str, Team] | None
) -> None:
    if row.refusal is not None:
        raise row.refusal
    found = (players if teams is None else teams).get(row.name.lower())
    if found is None:
        raise NoSuchPlayer
    team = found if isinstance(found, Team) else None
    entrants = [found] if isinstance(found, Player) else [one.player for one in found.members]
    if team is not None and not team.is_full:
        raise TeamNotFull
    if tournament.rated and any(player.is_guest for player in entrants):
        raise AccountNeeded
    entry_enter(tournament, entrants, team, row.club)


def players_named(names: Sequence[str]) -> dict[str, Player]:
    """Return players by their name in lower case, in one query."""
    wanted = {name.lower() for name in names}
    there = Player.objects.filter(left_at=None, is_active=True).annotate(lower_name=Lower("name"))
    return {player.name.lower(): player for player in there.filter(lower_name__in=wanted)}


def teams_named(names: Sequence[str]) -> dict[str, Team]:
    wanted = {name.lower() for name in names}
    there = teams_with_members().filter(disbanded_at=None).annotate(lower_name=Lower("name"))
    return {team.name.lower(): team for team in there.filter(lower_name__in=wanted)}


# --- Reading the file ---


def text_of(content: bytes) -> str:
    """Decode a file: UTF-8, with or without a byte order mark."""
    if len(content) > IMPORT_BYTES_LIMIT:
        raise FileTooLarge
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileNotText from error


def rows_of(text: str) -> Iterator[Row]:
    """Yield the rows that are not empty. Commas, semicolons or tabs separate cells; the first row may name the
    columns."""
    text = text.removeprefix("\ufeff")
    if len(text.encode()) > IMPORT_BYTES_LIMIT:
        raise FileTooLarge
    columns, count, is_first = ["name", CLUB_COLUMN], 0, True
    for line, cells, refusal in lines_of(text):
        if refusal is None and not any(cells):
            continue
        if is_first and is_heading(cells):
            columns, is_first = [cell.lower() for cell in cells], False
            continue
        count, is_first = count + 1, False
        if count > IMPORT_ROWS_LIMIT:
            raise FileTooLarge
        yield Row(line, " ".join(cells), refusal=refusal) if refusal else row_of(line, columns, cells)


def lines_of(text: str) -> Iterator[tuple[int, list[str], Refusal | None]]:
    """Yield line numbers and cells; stop after a quotation mark that is never closed."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter_of(text), strict=True)
    line = 1
    while True:
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error:
            yield line, [], RowHasOpenQuotes()
            return
        yield line, cells, None
        line = reader.line_num + 1


def delimiter_of(text: str) -> str:
    """Return the delimiter that is most frequent in the first line that is not empty."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return max(DELIMITERS, key=first.count) if any(one in first for one in DELIMITERS) else ","


def is_heading(cells: Sequence[str]) -> bool:
    named = [cell.lower() for cell in cells]
    return any(cell in NAME_COLUMNS for cell in named) and set(named) <= {*NAME_COLUMNS, CLUB_COLUMN, ""}


def row_of(line: int, columns: Sequence[str], cells: Sequence[str]) -> Row:
    """Read one row by its columns; an empty cell at the end is no column."""
    filled = list(cells)
    while filled and not filled[-1]:
        filled.pop()
    by_column = dict(zip(columns, filled, strict=False))
    name = normalise(next((by_column[one] for one in columns if one in NAME_COLUMNS and by_column.get(one)), ""))
    if len(filled) > len(columns):
        return Row(line, name, refusal=RowHasTooManyColumns())
    if not name or "\0" in "".join(filled):
        return Row(line, name.replace("\0", ""), refusal=RowHasNoName())
    return Row(line, name, by_column.get(CLUB_COLUMN, "")[:CLUB_LENGTH])
