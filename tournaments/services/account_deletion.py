"""Withdraws the entries of a player who deletes their account."""

from players.models import Player
from tournaments.models import Entry, EntryPlayer, InvitedPlayer, MailTurnedOff, Notice, Tournament
from tournaments.services.entries import CURRENT_STATUSES, entry_take_out, players_of
from tournaments.services.locks import log_act, tournament_changed, tournament_lock
from tournaments.services.membership import entry_drop
from tournaments.services.notices import notify

# The reason in the log; in English, as all of it.
ACCOUNT_DELETED = "account deleted"


def player_leave_tournaments(player: Player) -> None:
    """Withdraw or drop the player everywhere, and remove the name; what was played stays for the others."""
    rows = EntryPlayer.objects.filter(player=player).select_related("entry")
    for tournament_id in sorted({row.tournament_id for row in rows}):
        entries_leave(tournament_lock(tournament_id), player)
    Notice.objects.filter(player=player).delete()
    MailTurnedOff.objects.filter(player=player).delete()
    player.tournaments_organised.clear()
    InvitedPlayer.objects.filter(player=player).delete()


def entries_leave(tournament: Tournament, player: Player) -> None:
    for entry in Entry.objects.filter(tournament=tournament, players__player=player).distinct():
        if not tournament.is_over and entry.players.filter(player=player, active=True).exists():
            entry_leave(tournament, entry, player)
        if not tournament.is_for_teams:
            entry_name_forget(entry, player)
    tournament_changed(tournament)


def entry_name_forget(entry: Entry, player: Player) -> None:
    """Rename the entry after its remaining players: a substitute gives it theirs."""
    entry.name = " & ".join(one.name for one in players_of(entry) if one != player and not one.is_gone)
    entry.save(update_fields=["name"])


def entry_leave(tournament: Tournament, entry: Entry, player: Player) -> None:
    if not tournament.has_started or entry.waits_for_organisers_guests:
        entry_take_out(tournament, entry, by=player, reason=ACCOUNT_DELETED)
    elif entry.status in CURRENT_STATUSES:
        entry_drop(tournament, entry, Entry.Status.DROPPED)
        log_act(tournament, "drop", reason=ACCOUNT_DELETED, facts={"entry": entry.number})
        others = [one for one in players_of(entry) if one != player]
        notify(others, tournament, Notice.Kind.CHANGED, "dropped")
