"""A finished match, move by move, for those who want to look again."""

from typing import Any

from games.engine.running import Running
from games.models import Match
from games.selectors.matches import events_after, match_dealt, match_running


def replay_of(match: Match) -> dict[str, Any]:
    """Every state as a passer-by saw it, and beside it the hands, which are open now."""
    running = match_dealt(match)
    states = [state_line(running, 0)]
    for move in events_after(match.pk, 0):
        told = len(running.events)
        running.replay(move)
        states.append(state_line(running, told) | {"seat": move.seat, "action": move.action, "by": move.by.value})
    return {"commitment": match.commitment, "states": states}


def final_view(match: Match) -> dict[str, Any]:
    """The table as a passer-by saw it at the end: what everyone had won, and which columns were void."""
    running = match_running(match)
    return running.game.view(running.state, None)


def state_line(running: Running, told: int) -> dict[str, Any]:
    game, result = running.game, running.game.result(running.state)
    return {
        "seq": running.seq,
        "view": game.view(running.state, None),
        "hands": [view["hand"] for view in game.views(running.state, running.seats)],
        "events": [{"kind": event.kind, **event.facts} for event in running.events[told:]],
        "result": result.as_json() if result else None,
    }
