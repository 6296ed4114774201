"""Tie-breaks: rules that separate entries with equal points, applied in the order that the organiser chooses."""

from tournaments.formats.tie_breaks.lots import DrawOfLots
from tournaments.formats.tie_breaks.meetings import HeadToHead, PerformanceRating
from tournaments.formats.tie_breaks.opponents import OpponentsMean, OpponentsOpponents
from tournaments.formats.tie_breaks.own import GamePoints, Wins
from tournaments.formats.tie_breaks.rule import TieBreak, Value

__all__ = [
    "DrawOfLots",
    "GamePoints",
    "HeadToHead",
    "OpponentsMean",
    "OpponentsOpponents",
    "PerformanceRating",
    "TieBreak",
    "Value",
    "Wins",
]
