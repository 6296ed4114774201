from players.models.known_address import KnownAddress
from players.models.player import Language, Player, Theme
from players.models.team import Invitation, Membership, Team
from players.models.token import Token

__all__ = ["Invitation", "KnownAddress", "Language", "Membership", "Player", "Team", "Theme", "Token"]
