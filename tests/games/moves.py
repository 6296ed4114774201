"""Moves of a match for tests, stored by the service that the site uses."""

from datetime import timedelta

from games.engine.clock import By
from games.engine.running import Running
from games.models import Match
from games.selectors.matches import match_by_key, match_running
from games.services.clocks import now_in_milliseconds
from games.services.moves import Proposal, moves_commit


def fresh(match: Match) -> tuple[Match, Running]:
    """Return a match and its state, as the database has them now."""
    found = match_by_key(match.key)
    assert found
    return found, match_running(found)


def next_step(match: Match, client_id: str = "", choice: int = 0) -> Proposal:
    running = fresh(match)[1]
    seat = running.game.to_act(running.state)[0]
    action = running.game.write(running.game.legal(running.state, seat)[choice])
    return Proposal(match.pk, running.step(seat, action, By.PLAYER, now_in_milliseconds(), client_id))


def play_to_the_end(match: Match) -> Match:
    while fresh(match)[0].status == Match.Status.PLAYING:
        assert moves_commit([next_step(match)]) == {match.pk}
    return fresh(match)[0]


def run_out(match: Match) -> None:
    """Let everyone have thought for an hour."""
    hour = timedelta(hours=1)
    found = Match.objects.get(pk=match.pk)
    Match.objects.filter(pk=match.pk).update(since=found.since - hour, deadline=found.deadline - hour)
