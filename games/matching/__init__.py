"""Matchmaking: forms tables from waiting players. Pure: the standard library only."""
