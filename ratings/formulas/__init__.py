"""Elo over ranked sides. Pure: the standard library only."""
