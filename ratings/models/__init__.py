from ratings.models.correction import Correction, RatingNotice
from ratings.models.folio import GAMES_A_FOLIO, Folio
from ratings.models.match import RatedMatch, Unratable
from ratings.models.pool import Pool, RankSnapshot, Revision
from ratings.models.standing import Standing, Tally

__all__ = [
    "GAMES_A_FOLIO",
    "Correction",
    "Folio",
    "Pool",
    "RankSnapshot",
    "RatedMatch",
    "RatingNotice",
    "Revision",
    "Standing",
    "Tally",
    "Unratable",
]
