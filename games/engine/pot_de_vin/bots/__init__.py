"""The bots of Pot de Vin, from the weakest to the strongest."""

from games.engine.bot import Bot
from games.engine.pot_de_vin.bots.expert import Expert
from games.engine.pot_de_vin.bots.novice import Novice
from games.engine.pot_de_vin.bots.regular import Regular

BOTS: dict[str, Bot] = {bot.name: bot for bot in (Novice(), Regular(), Expert())}
