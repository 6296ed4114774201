"""Reads entries, their ratings and the places left."""

from collections.abc import Iterable, Sequence

from django.db.models import Prefetch, QuerySet

from players.models import Player
from ratings.models import Standing
from ratings.selectors.standings import ratings_of
from tournaments.models import Entry, EntryPlayer, Tournament


def entries_with_players(tournament: Tournament) -> QuerySet[Entry]:
    """Return entries, their teams and their players in three queries."""
    seats = EntryPlayer.objects.select_related("player")
    return (
        Entry.objects.filter(tournament=tournament)
        .select_related("team")
        .prefetch_related(Prefetch("players", queryset=seats))
    )


def entry_of(tournament: Tournament, player: Player) -> Entry | None:
    """Return a player's entry; one that holds their place before one that was withdrawn."""
    rows = EntryPlayer.objects.filter(tournament=tournament, player=player, replaced=False)
    found = rows.order_by("-active", "-entry__registered_at").select_related("entry__team").first()
    return found.entry if found else None


def pool_of(tournament: Tournament) -> str:
    """Return the rating pool for entering and seeding: that of a table of the wished size."""
    engine = tournament.engine
    options = engine.table_options(tournament.options, tournament.mode.wished)
    return f"{tournament.game}-{engine.rating_list(options)}"


def ratings_of_players(pool: str, player_ids: Iterable[int]) -> dict[int, Standing]:
    return ratings_of(pool, list(player_ids))


def ratings_of_entries(tournament: Tournament, entries: Sequence[Entry]) -> dict[int, float | None]:
    """Return, by entry, the mean of its players' ratings, in one query; None where none of them has one."""
    players = {entry.pk: [row.player_id for row in entry.players.all() if not row.replaced] for entry in entries}
    known = ratings_of_players(pool_of(tournament), {one for ids in players.values() for one in ids})
    return {entry: mean_rating([known.get(one) for one in ids]) for entry, ids in players.items()}


def mean_rating(standings: Sequence[Standing | None]) -> float | None:
    """Return the mean of the known ratings, to the one decimal that is published, as seeds and tie-breaks use it."""
    ratings = [one.rating for one in standings if one is not None]
    return round(sum(ratings) / len(ratings), 1) if ratings else None


def place_in_line(entry: Entry) -> int | None:
    """Return an entry's position on the waiting list, from 1; None if it does not wait."""
    if entry.status != Entry.Status.WAITING:
        return None
    waiting = Entry.objects.filter(tournament=entry.tournament_id, status=Entry.Status.WAITING)
    before = waiting.filter(registered_at__lt=entry.registered_at) | waiting.filter(
        registered_at=entry.registered_at, number__lt=entry.number
    )
    return before.count() + 1


def places_free(tournament: Tournament) -> int | None:
    """Return how many places are left; None where there is no limit."""
    if tournament.places is None:
        return None
    taken = Entry.objects.filter(tournament=tournament, status=Entry.Status.IN).count()
    return max(0, tournament.places - taken)
