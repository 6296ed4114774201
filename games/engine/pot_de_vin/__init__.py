"""Pot de Vin, for three to six players (docs/rules/pot-de-vin.md)."""

from collections.abc import Mapping, Sequence

from games.engine.game import Ends, Options, Phase, Result, Seat, Talk, TournamentMode, UnknownOptions
from games.engine.pot_de_vin.actions import read, write
from games.engine.pot_de_vin.deck import deck_names
from games.engine.pot_de_vin.modes import MODES, Mode
from games.engine.pot_de_vin.rules import apply, default, legal, to_act
from games.engine.pot_de_vin.scoring import result_of
from games.engine.pot_de_vin.state import State, start
from games.engine.pot_de_vin.tournament_modes import TOURNAMENT_MODES, table_options
from games.engine.pot_de_vin.view import side_scores, view, views

# Ruling 28: partners must not talk while they hold cards, and one table has one rule: preset emotes.
DISCARDS = Phase("discards", Ends.ALL_HAVE_ACTED, Talk.PRESET, turns=2.0)
ROUNDS = Phase("rounds", Ends.ALL_HAVE_ACTED, Talk.PRESET, in_the_open=True)
SOLO_DISCARDS = Phase("discards", Ends.ALL_HAVE_ACTED, Talk.FREELY, turns=2.0)
SOLO_ROUNDS = Phase("rounds", Ends.ALL_HAVE_ACTED, Talk.FREELY, in_the_open=True)


class PotDeVin:
    """Pot de Vin as a `Game` (games/engine/game.py)."""

    name = "pot-de-vin"
    rules = 1

    def choices(self) -> Mapping[str, Sequence[str]]:
        return {"mode": tuple(MODES), "deck": deck_names()}

    def seats(self, options: Options) -> int:
        return mode_of(options).seats

    def sides(self, options: Options) -> tuple[tuple[Seat, ...], ...]:
        return mode_of(options).sides

    def rating_list(self, options: Options) -> str:
        """Return the rating list. Teams have their own, and so has six each for themselves (ruling 26)."""
        mode = mode_of(options)
        if len(mode.sides) < mode.seats:
            return "teams"
        return "six" if mode.discards else "solo"

    def tournament_modes(self) -> tuple[TournamentMode, ...]:
        return tuple(TOURNAMENT_MODES.values())

    def turns(self, options: Options) -> int:
        """Estimate the turns: every card is played, at six three are discarded, half of the gems are paid."""
        mode = mode_of(options)
        return mode.seats * mode.hand + mode.seats * mode.gems // 2 + (3 if mode.discards else 0)

    def points(self, now: State) -> tuple[int, ...]:
        return tuple([score.points for score in side_scores(now)])

    def progress(self, now: State) -> tuple[int, int]:
        return now.round, now.table.mode.rounds

    def start(self, options: Options, seed: bytes) -> State:
        return start(mode_of(options).name, options.get("deck", ""), seed)

    def phase(self, now: State) -> Phase | None:
        if now.is_over:
            return None
        alone = len(now.table.mode.sides) == now.table.mode.seats
        if now.round:
            return SOLO_ROUNDS if alone else ROUNDS
        return SOLO_DISCARDS if alone else DISCARDS

    def result(self, now: State) -> Result | None:
        return result_of(now.table.mode.sides, side_scores(now)) if now.is_over else None

    # The other methods are functions of the modules beside this one.
    to_act = staticmethod(to_act)
    legal = staticmethod(legal)
    apply = staticmethod(apply)
    default = staticmethod(default)
    table_options = staticmethod(table_options)
    view = staticmethod(view)
    views = staticmethod(views)
    write = staticmethod(write)
    read = staticmethod(read)


def mode_of(options: Options) -> Mode:
    name = options.get("mode", "")
    if not isinstance(name, str) or name not in MODES:
        raise UnknownOptions(f"no mode {name!a}; there are {', '.join(MODES)}")
    return MODES[name]
