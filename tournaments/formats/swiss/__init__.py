"""Swiss over tables: everyone plays every round, with others of about the same score."""

from tournaments.formats.swiss.field import Field
from tournaments.formats.swiss.pairing import pair
from tournaments.formats.swiss.settings import FirstRound, Settings, Sizes, Weights

__all__ = ["Field", "FirstRound", "Settings", "Sizes", "Weights", "pair"]
