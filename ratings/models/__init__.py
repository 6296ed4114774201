from ratings.models.change import RatingChange, Standing, Tally
from ratings.models.correction import Correction, RatingNotice
from ratings.models.match import RatedMatch, Unratable
from ratings.models.pool import Pool, RankSnapshot, Revision

__all__ = [
    "Correction",
    "Pool",
    "RankSnapshot",
    "RatedMatch",
    "RatingChange",
    "RatingNotice",
    "Revision",
    "Standing",
    "Tally",
    "Unratable",
]
