"""Lists tournaments: open, upcoming, running, past, and those of one player."""

from dataclasses import dataclass

from django.db import models
from django.db.models import Count, F, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from games.engine.registry import GAMES
from players.models import Player
from tournaments.models import Entry, EntryPlayer, Tournament
from tournaments.models.tournament import Format

Status = Tournament.Status
# Calendar programs fetch the file regularly.
CALENDAR_EVENTS_LIMIT = 200


class When(models.TextChoices):
    """The lists, in the order of their tabs."""

    OPEN = "open", _("Open")
    UPCOMING = "upcoming", _("Upcoming")
    RUNNING = "running", _("Running")
    PAST = "past", _("Past")


STATUSES_OF_LIST: dict[str, tuple[Status, ...]] = {
    When.OPEN: (Status.REGISTRATION, Status.CHECK_IN),
    When.UPCOMING: (Status.ANNOUNCED, Status.CLOSED),
    When.RUNNING: (Status.RUNNING,),
    When.PAST: (Status.FINISHED, Status.CANCELLED),
}


@dataclass(frozen=True, slots=True)
class Filters:
    """The filters that a reader has chosen; empty where everything is shown."""

    game: str = ""
    mode: str = ""
    format: str = ""
    rated: bool | None = None


def ways_to_play() -> list[tuple[str, str]]:
    """Return every way to play in a tournament: game and mode."""
    return [(game, mode.name) for game, engine in GAMES.items() for mode in engine.tournament_modes()]


def with_counts(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Annotate how many are in and how many wait."""
    return tournaments.annotate(
        entries_in=Count("entries", filter=Q(entries__status=Entry.Status.IN)),
        entries_waiting=Count("entries", filter=Q(entries__status=Entry.Status.WAITING)),
    )


def tournaments_listed(when: str, filters: Filters = Filters()) -> QuerySet[Tournament]:  # noqa: B008  (immutable)
    """Return one of the lists. Rehearsals and unlisted tournaments are in none."""
    found = Tournament.objects.filter(listed=True, rehearsal=False, status__in=STATUSES_OF_LIST[when])
    if filters.game:
        found = found.filter(game=filters.game, options__mode=filters.mode)
    if filters.format in Format.values:
        found = found.filter(format=filters.format)
    if filters.rated is not None:
        found = found.filter(rated=filters.rated)
    return with_counts(found).order_by(*order_of(when))


def order_of(when: str) -> tuple[models.expressions.OrderBy | str, ...]:
    """Return the order of a list: the past newest first, everything else by start; without a time last."""
    if when == When.PAST:
        return (F("finished_at").desc(nulls_last=True), "-pk")
    return (F("starts_at").asc(nulls_last=True), "pk")


def tournaments_of_player(player: Player) -> list[Tournament]:
    """Return where a player takes part, waits, is invited or organises, unless it is over."""
    active = EntryPlayer.objects.filter(
        player=player, active=True, entry__status__in=[Entry.Status.INVITED, Entry.Status.WAITING, Entry.Status.IN]
    )
    mine = Q(pk__in=active.values("tournament")) | Q(owner=player)
    found = Tournament.objects.filter(mine, rehearsal=False).exclude(status__in=STATUSES_OF_LIST[When.PAST])
    return list(with_counts(found).order_by(F("starts_at").asc(nulls_last=True), "pk"))


def tournaments_next(most: int) -> list[Tournament]:
    """Return the next ones that can be entered."""
    return list(tournaments_listed(When.OPEN)[:most])


def tournaments_dated(player: Player) -> list[Tournament]:
    """Return everything with a time in which a player takes part, for their calendar; cancelled ones too."""
    active = EntryPlayer.objects.filter(
        player=player, active=True, entry__status__in=[Entry.Status.WAITING, Entry.Status.IN]
    )
    dated = Tournament.objects.filter(pk__in=active.values("tournament"), starts_at__isnull=False, rehearsal=False)
    return list(with_counts(dated).order_by("-starts_at")[:CALENDAR_EVENTS_LIMIT])
