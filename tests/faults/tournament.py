"""`python -m tests.faults.tournament FORMAT MODE ENTRIES`: people who play a whole tournament on a running site.

They enter, are there when their tables begin, and make their moves; everything else is the worker's. The public
document goes to standard output once it is over.
"""

import sys
import time
from typing import Any

import django

GIVE_UP_SECONDS = 240
LEAD_SECONDS = 1
POLL_SECONDS = 0.1


def main(format_name: str, mode: str, entries: int) -> None:
    from django.db import connection

    from tournaments.models import Tournament
    from tournaments.selectors.document import document_bytes

    tournament = begin(format_name, mode, entries)
    games: dict[int, Any] = {}
    until = time.monotonic() + GIVE_UP_SECONDS
    while time.monotonic() < until:
        sit_down(tournament.pk)
        if not move(tournament.pk, games):
            time.sleep(POLL_SECONDS)
        tournament.refresh_from_db()
        if tournament.status == Tournament.Status.FINISHED:
            sys.stdout.write(document_bytes(tournament)[0].decode())
            sys.stdout.flush()
            return
    connection.close()
    raise SystemExit(f"not over in time: {tournament.status}, {tournament.problem}")


def begin(format_name: str, mode: str, entries: int) -> Any:
    """A tournament that its owner starts at once."""
    from django.conf import settings

    from tests.players.builders import names_of_this_process, player, team
    from tournaments.director.acts import Act
    from tournaments.models import Tournament
    from tournaments.services.acts import act_carry_out
    from tournaments.services.creation import tournament_create
    from tournaments.services.entries import entry_agree, entry_register

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one is slow on purpose
    names_of_this_process()
    owner = player()
    tournament = tournament_create(
        by=owner,
        small=True,
        name=f"Under fire: {format_name}",
        game="pot-de-vin",
        options={"mode": mode, "deck": "double"},
        format=format_name,
        settings={},
        pace="blitz",
        check_in_minutes=0,
        lead_seconds=LEAD_SECONDS,
    )
    for _ in range(entries):
        captain = player()
        if mode.startswith("pairs"):
            partner = player()
            entry_register(tournament_id=tournament.pk, by=captain, team=team(captain=captain, partner=partner))
            entry_agree(tournament_id=tournament.pk, by=partner)
        else:
            entry_register(tournament_id=tournament.pk, by=captain)
    tournament = Tournament.objects.get(pk=tournament.pk)
    act_carry_out(tournament=tournament, act=Act.START, by=owner, state=tournament.state, facts={})
    return tournament


def sit_down(tournament_id: int) -> None:
    """Everyone is at their table, as the process that serves their socket would say."""
    from games.models import Match
    from tests.games.builders import lease

    waiting = Match.objects.filter(tournament_table__table__stage__tournament=tournament_id, status="waiting")
    for match in waiting.prefetch_related("seats"):
        lease(match, *(seat.number for seat in match.seats.all()))


def move(tournament_id: int, games: dict[int, Any]) -> bool:
    """One move at every table that is being played; False if there is none."""
    from games.models import Match
    from games.selectors.matches import match_running, matches_with_seats
    from games.services.moves import Proposal, moves_commit
    from tournaments.services.rehearsals import next_move

    playing = Match.objects.filter(tournament_table__table__stage__tournament=tournament_id, status="playing")
    new = [pk for pk in playing.values_list("pk", flat=True) if pk not in games]
    games.update({match.pk: match_running(match) for match in matches_with_seats().filter(pk__in=new)})
    proposals = [Proposal(match_id, next_move(running)) for match_id, running in games.items()]
    moved = moves_commit(proposals) if proposals else set()
    for proposal in proposals:
        if proposal.match_id not in moved or proposal.step.result:
            del games[proposal.match_id]  # over; or somebody else has moved, and it is read anew
        else:
            games[proposal.match_id].take(proposal.step)
    return bool(proposals)


if __name__ == "__main__":
    django.setup()
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
