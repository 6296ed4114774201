"""Reads a finished match move by move, for its replay."""

from typing import Any

from games.engine.running import Running
from games.models import Match
from games.selectors.matches import events_after, match_dealt, match_running


def replay_of(match: Match) -> dict[str, Any]:
    """Return every state of a finished match as a spectator saw it, and with it all hands."""
    running = match_dealt(match)
    states = [state_entry(running, 0)]
    for move in events_after(match.pk, 0):
        events_before = len(running.events)
        running.replay(move)
        states.append(
            state_entry(running, events_before) | {"seat": move.seat, "action": move.action, "by": move.by.value}
        )
    return {"commitment": match.commitment, "states": states}


def final_view(match: Match) -> dict[str, Any]:
    """Return the spectator's view of the last state: what everyone had won, and which columns were void."""
    running = match_running(match)
    return running.game.view(running.state, None)


def state_entry(running: Running, events_before: int) -> dict[str, Any]:
    game, result = running.game, running.game.result(running.state)
    return {
        "seq": running.seq,
        "view": game.view(running.state, None),
        "hands": [view["hand"] for view in game.views(running.state, running.seats)],
        "events": [{"kind": event.kind, **event.facts} for event in running.events[events_before:]],
        "result": result.as_json() if result else None,
    }
