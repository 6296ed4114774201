from players.models.player import Language, Player, Theme
from players.models.team import Invitation, Membership, Team

__all__ = ["Invitation", "Language", "Membership", "Player", "Team", "Theme"]
