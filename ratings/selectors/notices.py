"""What players are to be told about corrections."""

from players.models import Player
from ratings.models import RatingNotice


def notices_unseen(player: Player) -> list[RatingNotice]:
    """With what was corrected and why, in two queries."""
    unseen = RatingNotice.objects.filter(player=player, seen_at=None).select_related("pool")
    return list(unseen.prefetch_related("revision__corrections__match"))
