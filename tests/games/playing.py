"""Plays matches in tests, through the services: the next move, a whole match, a turn that runs out of time."""

from datetime import timedelta

from games.engine.clock import By
from games.engine.running import Running
from games.models import Match
from games.selectors.matches import match_by_key, match_running
from games.services.clocks import now_in_milliseconds
from games.services.moves import Proposal, moves_commit


def fresh(match: Match) -> tuple[Match, Running]:
    """Return the match as it is stored now, and its state."""
    found = match_by_key(match.key)
    assert found
    return found, match_running(found)


def next_step(match: Match, client_id: str = "", choice: int = 0) -> Proposal:
    """Return a legal move of the first player to act; nothing is stored."""
    running = fresh(match)[1]
    seat = running.game.to_act(running.state)[0]
    action = running.game.write(running.game.legal(running.state, seat)[choice])
    return Proposal(match.pk, running.step(seat, action, By.PLAYER, now_in_milliseconds(), client_id))


def play_to_the_end(match: Match) -> Match:
    """Store first legal moves until the match is finished, and return it."""
    while fresh(match)[0].status == Match.Status.PLAYING:
        assert moves_commit([next_step(match)]) == {match.pk}
    return fresh(match)[0]


def run_out(match: Match) -> None:
    """Move the running turn an hour into the past, so that its time is up."""
    hour = timedelta(hours=1)
    found = Match.objects.get(pk=match.pk)
    Match.objects.filter(pk=match.pk).update(since=found.since - hour, deadline=found.deadline - hour)
