"""Reads what is stored about a person's tournaments."""

from typing import Any

from django.db.models import F

from players.models import Player
from tournaments.models import Call, Entry, EntryPlayer, InvitedPlayer, LogLine, MailTurnedOff, Notice, Tournament


def player_data(player: Player) -> dict[str, Any]:
    """Return it for the download of one's data."""
    return {
        "tournament_entries": list(
            EntryPlayer.objects.filter(player=player)
            .order_by("pk")
            .values(
                "agreed",
                "replaced",
                tournament_slug=F("tournament__slug"),
                entry_number=F("entry__number"),
                entry_name=F("entry__name"),
                status=F("entry__status"),
                club=F("entry__club"),
                registered_at=F("entry__registered_at"),
                checked_in_at=F("entry__checked_in_at"),
                sits_out=F("entry__sits_out"),
                never_came=F("entry__never_came"),
                rating=F("entry__rating"),
                seed=F("entry__seed"),
                place=F("entry__place"),
            )
        ),
        "tournament_notices": list(
            Notice.objects.filter(player=player)
            .order_by("pk")
            .values("kind", "code", "facts", "created_at", "seen_at", tournament_slug=F("tournament__slug"))
        ),
        "tournament_mails_turned_off": sorted(
            MailTurnedOff.objects.filter(player=player).values_list("kind", flat=True)
        ),
        "tournament_invitations": list(
            InvitedPlayer.objects.filter(player=player).order_by("pk").values_list("tournament__slug", flat=True)
        ),
        "organiser_calls": list(
            Call.objects.filter(player=player)
            .order_by("pk")
            .values("text", "at", "settled_at", tournament_slug=F("table__stage__tournament__slug"))
        ),
        "tournament_acts": list(
            LogLine.objects.filter(by=player)
            .order_by("pk")
            .values("at", "act", "reason", "facts", tournament_slug=F("tournament__slug"))
        ),
        "tournaments_owned": slugs(Tournament.objects.filter(owner=player)),
        "tournaments_organised": slugs(Tournament.objects.filter(organisers=player)),
    }


def holds_place(player: Player) -> bool:
    """Return whether a player takes part, waits or is asked in an event that is not over."""
    over = [Tournament.Status.FINISHED, Tournament.Status.CANCELLED]
    statuses = [Entry.Status.INVITED, Entry.Status.WAITING, Entry.Status.IN]
    rows = EntryPlayer.objects.filter(player=player, active=True, entry__status__in=statuses)
    return rows.exclude(tournament__status__in=over).exists()


def slugs(tournaments: Any) -> list[str]:
    return list(tournaments.order_by("pk").values_list("slug", flat=True))
