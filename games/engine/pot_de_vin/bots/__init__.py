"""Bots for Pot de Vin, from a sensible beginner up."""

from games.engine.bot import Bot
from games.engine.pot_de_vin.bots.expert import Expert
from games.engine.pot_de_vin.bots.novice import Novice
from games.engine.pot_de_vin.bots.regular import Regular

BOTS: dict[str, Bot] = {bot.name: bot for bot in (Novice(), Regular(), Expert())}
