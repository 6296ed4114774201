"""Waiting players in, tables out. Pure: the standard library only."""
