"""Pairs rounds, ranks entries and checks both, for every format. Pure: the standard library only."""
