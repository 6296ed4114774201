from players.models.player import Language, Player, Theme
from players.models.team import Invitation, Membership, Team
from players.models.token import Token

__all__ = ["Invitation", "Language", "Membership", "Player", "Team", "Theme", "Token"]
