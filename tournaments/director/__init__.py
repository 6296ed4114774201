"""Decides what a tournament needs next, which acts are allowed, and what an act would change. Pure."""
