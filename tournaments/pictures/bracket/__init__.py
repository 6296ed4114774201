"""Draws a bracket as one SVG, for tables of two to six sides, single and double elimination, up to 256 entries."""

from tournaments.pictures.bracket.drawing import bracket_svg
from tournaments.pictures.bracket.tables import BracketRound, BracketSlot, BracketTable
from tournaments.pictures.bracket.words import ENGLISH

__all__ = ["ENGLISH", "BracketRound", "BracketSlot", "BracketTable", "bracket_svg"]
