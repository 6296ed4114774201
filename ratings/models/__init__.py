from ratings.models.change import RatingChange
from ratings.models.correction import Correction, RatingNotice
from ratings.models.match import RatedMatch, RatedSeat, Unratable
from ratings.models.pool import Pool, RankSnapshot
from ratings.models.replay import Replay
from ratings.models.standing import Standing, Tally

__all__ = [
    "Correction",
    "Pool",
    "RankSnapshot",
    "RatedMatch",
    "RatedSeat",
    "RatingChange",
    "RatingNotice",
    "Replay",
    "Standing",
    "Tally",
    "Unratable",
]
