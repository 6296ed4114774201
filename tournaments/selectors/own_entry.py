"""Reads what a tournament is to one player: their entry, standing and table, and what they can do now."""

from dataclasses import dataclass, field

from players.models import Player, Team
from players.selectors import teams_of
from tournaments.models import Entry, Round, StandingLine, Table, Tournament
from tournaments.selectors.entries import entry_of, place_in_line
from tournaments.selectors.seats import tables_seated


@dataclass(frozen=True, slots=True)
class OwnStanding:
    place: int
    points: str
    round: int
    group: str = ""


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """One player in one tournament. Without an entry they may enter, perhaps with one of these teams."""

    entry: Entry | None = None
    line: int | None = None
    # Whether a partner has entered with them and waits for their agreement.
    is_asked: bool = False
    teams: list[Team] = field(default_factory=list)
    table: Table | None = None
    standing: OwnStanding | None = None
    # How many tables of the current round are not over.
    still_playing: int = 0

    @property
    def takes_part(self) -> bool:
        return self.entry is not None and self.entry.status in (Entry.Status.IN, Entry.Status.WAITING)


def own_entry(tournament: Tournament, player: Player | None) -> OwnEntry:
    """Read it in at most seven queries."""
    if player is None:
        return OwnEntry()
    entry = entry_of(tournament, player)
    if entry is None or entry.status in (Entry.Status.WITHDRAWN, Entry.Status.ABSENT):
        teams = teams_full(player) if tournament.is_for_teams and not player.is_guest else []
        is_running = tournament.status == Tournament.Status.RUNNING
        return OwnEntry(entry=entry, teams=teams, table=table_now(tournament, player) if is_running else None)
    if entry.status == Entry.Status.INVITED:
        return OwnEntry(entry, is_asked=entry.players.filter(player=player, agreed=False).exists())
    if tournament.status != Tournament.Status.RUNNING:
        return OwnEntry(entry, line=place_in_line(entry))
    return OwnEntry(
        entry,
        table=table_now(tournament, player),
        standing=standing_now(entry),
        still_playing=tables_playing(tournament),
    )


def teams_full(player: Player) -> list[Team]:
    """Return teams with both players: those that can enter."""
    return [team for team in teams_of(player) if team.is_full]


def table_now(tournament: Tournament, player: Player) -> Table | None:
    """Return the table at which a player has a seat, also after being substituted during its match."""
    return tables_seated(player).filter(stage__tournament=tournament).order_by("-pk").first()


def standing_now(entry: Entry) -> OwnStanding | None:
    """Return an entry's standing after the last finished round."""
    line = StandingLine.objects.filter(entry=entry).select_related("round").order_by("-round_id").first()
    return OwnStanding(line.place, line.points, line.round.number, line.group) if line else None


def tables_playing(tournament: Tournament) -> int:
    """Count the tables that are not over."""
    return Table.objects.filter(
        stage__tournament=tournament, match__isnull=False, status__in=[Table.Status.READY, Table.Status.PLAYING]
    ).count()


def next_begins(tournament: Tournament) -> Round | None:
    """Return the round that has been published and not begun."""
    rounds = Round.objects.filter(stage__tournament=tournament, status=Round.Status.PUBLISHED, starts_at__isnull=False)
    return rounds.order_by("starts_at").first()
