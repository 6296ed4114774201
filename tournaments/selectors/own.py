"""What a tournament is to one player: their entry, what they can do now, where they stand, where they sit."""

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
class Own:
    """One player in one tournament. No entry: they may enter, perhaps with one of these teams."""

    entry: Entry | None = None
    line: int | None = None
    # A partner has entered with them, and waits for their word.
    is_asked: bool = False
    teams: list[Team] = field(default_factory=list)
    table: Table | None = None
    standing: OwnStanding | None = None
    # Of the round that is being played: how many tables are not over.
    still_playing: int = 0

    @property
    def takes_part(self) -> bool:
        return self.entry is not None and self.entry.status in (Entry.Status.IN, Entry.Status.WAITING)


def own_of(tournament: Tournament, player: Player | None) -> Own:
    """At most seven queries, however large the tournament is."""
    if player is None:
        return Own()
    entry = entry_of(tournament, player)
    if entry is None or entry.status in (Entry.Status.WITHDRAWN, Entry.Status.ABSENT):
        teams = teams_full(player) if tournament.is_for_teams and not player.is_guest else []
        is_running = tournament.status == Tournament.Status.RUNNING
        return Own(entry=entry, teams=teams, table=table_now(tournament, player) if is_running else None)
    if entry.status == Entry.Status.INVITED:
        return Own(entry, is_asked=entry.players.filter(player=player, agreed=False).exists())
    if tournament.status != Tournament.Status.RUNNING:
        return Own(entry, line=place_in_line(entry))
    return Own(
        entry,
        table=table_now(tournament, player),
        standing=standing_now(entry),
        still_playing=tables_playing(tournament),
    )


def teams_full(player: Player) -> list[Team]:
    """Teams with both players: those that can enter."""
    return [team for team in teams_of(player) if team.is_full]


def table_now(tournament: Tournament, player: Player) -> Table | None:
    """The table at which a player has a seat: also one that began before somebody else came in for them."""
    return tables_seated(player).filter(stage__tournament=tournament).order_by("-pk").first()


def standing_now(entry: Entry) -> OwnStanding | None:
    """Where an entry stood after the last finished round."""
    line = StandingLine.objects.filter(entry=entry).select_related("round").order_by("-round_id").first()
    return OwnStanding(line.place, line.points, line.round.number, line.group) if line else None


def tables_playing(tournament: Tournament) -> int:
    """Tables of a tournament that are not over."""
    return Table.objects.filter(
        stage__tournament=tournament, match__isnull=False, status__in=[Table.Status.READY, Table.Status.PLAYING]
    ).count()


def next_begins(tournament: Tournament) -> Round | None:
    """The round that has been published and not begun."""
    rounds = Round.objects.filter(stage__tournament=tournament, status=Round.Status.PUBLISHED, starts_at__isnull=False)
    return rounds.order_by("starts_at").first()
