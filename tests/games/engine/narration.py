"""Writes a whole game as text, for people to read and for tests to compare."""

import json
from typing import Any

from games.engine.game import Event, Seat
from games.engine.registry import GAMES


def narrate(record: dict[str, Any]) -> str:
    """Return the deal, a line for each round, and the result."""
    game = GAMES[record["game"]]
    state = game.start(record["options"], bytes.fromhex(record["seed"]))
    lines = [f"{record['game']} · {record['options']['mode']} · deck {record['options']['deck']}", ""]
    seats = range(game.seats(record["options"]))
    lines += [f"seat {seat}: {' '.join(view['hand'])}" for seat, view in enumerate(game.views(state, seats))]
    lines += [opening(game.view(state, None)), ""]
    spoken: list[str] = []
    for event in record["events"]:
        seat = Seat(event["seat"])
        before = game.view(state, None)["taken"]
        state, seen = game.apply(state, seat, game.read(event["action"]))
        won = [set(now) - set(then) for then, now in zip(before, game.view(state, None)["taken"], strict=True)]
        spoken.append(f"{seat} {event['action'].removeprefix('play ')}")
        for one in seen[1:]:
            lines += told(one, spoken, won)
    return "\n".join([*lines, "", *pad(game.result(state).as_json())]) + "\n"


def opening(view: dict[str, Any]) -> str:
    if view["trump"] is None:
        return f"seat {view['first_leader']} leads after the discards"
    return f"seat {view['first_leader']} leads, trump {view['trump']}"


def told(event: Event, spoken: list[str], won: list[set[str]]) -> list[str]:
    facts = event.facts
    if event.kind == "round":
        cards = " ".join(sorted(won[facts["winner"]], key=lambda name: (name[0], int(name[1:]))))
        line = f"{', '.join(spoken)} → {facts['winner']} takes {cards}"
        spoken.clear()
        return [line + (f" and {facts['gems']} gems" if facts["gems"] else "")]
    if event.kind == "trump":
        line = f"round {facts['round']}, trump {facts['card']}"
        thrown = [f"discards: {', '.join(spoken)}"] if spoken else []
        spoken.clear()
        return [*thrown, line]
    return ["the end"]


def pad(result: dict[str, Any]) -> list[str]:
    lines = []
    for side in result["sides"]:
        guilds = ", ".join(
            f"{guild} {column['symbols']}{' with joker' if column['joker'] else ''} = {column['points']}"
            for guild, column in side["guilds"].items()
        )
        rest = {key: side[key] for key in ("cards", "gems", "bonus", "discarded_jokers")}
        bottles = f"Pot de Vin {side['pot_de_vin']['cards']} = {side['pot_de_vin']['points']}"
        seats = "+".join(map(str, side["seats"]))
        lines.append(
            f"place {side['place']}: seat {seats}, {side['points']} points ({guilds}; {bottles}; {json.dumps(rest)})"
        )
    return lines
