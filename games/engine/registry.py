"""The registered games. A new one is a folder and a line here."""

from typing import Any

from games.engine.game import Game
from games.engine.pot_de_vin import PotDeVin

GAMES: dict[str, Game[Any, Any]] = {game.name: game for game in (PotDeVin(),)}
