"""What becomes of the entries of somebody who deletes their account."""

from players.models import Player
from tournaments.models import Entry, EntryPlayer, InvitedPlayer, MailTurnedOff, Notice, Tournament
from tournaments.services.entries import entry_take_out
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.membership import entry_drop


def player_leave_tournaments(player: Player) -> None:
    """Withdraw or drop wherever they take part, and forget the name; what was played stays for the others."""
    rows = EntryPlayer.objects.filter(player=player).select_related("entry")
    for tournament_id in sorted({row.tournament_id for row in rows}):
        entries_leave(tournament_lock(tournament_id), player)
    Notice.objects.filter(player=player).delete()
    MailTurnedOff.objects.filter(player=player).delete()
    InvitedPlayer.objects.filter(player=player).delete()


def entries_leave(tournament: Tournament, player: Player) -> None:
    for entry in Entry.objects.filter(tournament=tournament, players__player=player).distinct():
        if not tournament.is_over and entry.players.filter(player=player, active=True).exists():
            entry_leave(tournament, entry)
        if entry.team_id is None:
            entry.name = ""
            entry.save(update_fields=["name"])
    tournament_changed(tournament)


def entry_leave(tournament: Tournament, entry: Entry) -> None:
    if not tournament.has_started:
        entry_take_out(tournament, entry, by=None, reason="account deleted")
    elif entry.status == Entry.Status.IN:
        entry_drop(tournament, entry, Entry.Status.DROPPED)
        log_act(tournament, "drop", reason="account deleted", facts={"entry": entry.number})
