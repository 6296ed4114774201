"""Reads what programs poll: lists of tournaments, and the tables at which a player is expected."""

from django.db.models import Count, F, Q, QuerySet

from games.models import Match
from players.models import Player
from tournaments.models import Tournament

Status = Tournament.Status
STATUSES_OF_LIST = {
    "upcoming": (Status.ANNOUNCED, Status.CLOSED, Status.CHECK_IN),
    "open": (Status.REGISTRATION,),
    "running": (Status.RUNNING,),
    "past": (Status.FINISHED, Status.CANCELLED),
}
# Entries that hold a place, or held one when it began.
TOOK_PART_FILTER = Q(entries__status="in") | Q(entries__joined_stage__isnull=False)


def tournaments_listed(when: str) -> QuerySet[Tournament]:
    """Return public tournaments with the number of their entries: the next first, of those begun the newest."""
    found = Tournament.objects.filter(listed=True, rehearsal=False)
    if when:
        found = found.filter(status__in=STATUSES_OF_LIST[when])
    counted = found.annotate(entries_in=Count("entries", filter=TOOK_PART_FILTER))
    if when in ("upcoming", "open"):
        return counted.order_by(F("starts_at").asc(nulls_last=True), "pk")
    return counted.order_by(F("starts_at").desc(nulls_first=True), "-pk")


def tables_expected(player: Player) -> list[Match]:
    """Return matches at which a player is expected or playing, with their tournaments' tables."""
    under_way = Match.objects.filter(
        seats__player=player, status__in=[Match.Status.WAITING, Match.Status.PLAYING]
    ).select_related("tournament_table__table__round", "tournament_table__table__stage__tournament")
    return list(under_way.order_by(F("starts_at").asc(nulls_last=True), "pk").distinct())
