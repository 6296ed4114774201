"""The tournament modes of Pot de Vin: singles or pairs, and the sizes of their tables."""

from games.engine.game import Options, TournamentMode, UnknownOptions
from games.engine.pot_de_vin.deck import deck_names

# Four is the table that most people know; six is a variant with secret discards, so it is a choice of its own. Its
# tables shrink where the number of entries does not divide by six.
TOURNAMENT_MODES = {
    mode.name: mode
    for mode in (
        TournamentMode("solo", players_per_side=1, fewest=3, wished=4, most=5),
        TournamentMode("solo-6", players_per_side=1, fewest=3, wished=6, most=6),
        TournamentMode("pairs-4", players_per_side=2, fewest=2, wished=2, most=3),
        TournamentMode("pairs-6", players_per_side=2, fewest=2, wished=3, most=3),
    )
}


def table_options(options: Options, sides: int) -> dict[str, str]:
    """Return the options of one table with so many sides, from those of its tournament."""
    if set(options) != {"mode", "deck"} or options["deck"] not in deck_names():
        raise UnknownOptions(f"no such options: {options!a}")
    name = options["mode"]
    if not isinstance(name, str) or name not in TOURNAMENT_MODES:
        raise UnknownOptions(f"no tournament mode {name!a}; there are {', '.join(TOURNAMENT_MODES)}")
    mode = TOURNAMENT_MODES[name]
    if not mode.fewest <= sides <= mode.most:
        raise UnknownOptions(f"{mode.name} has tables of {mode.fewest} to {mode.most} sides, not of {sides}")
    kind = "pairs" if mode.players_per_side == 2 else "solo"
    return {"mode": f"{kind}-{sides * mode.players_per_side}", "deck": options["deck"]}
