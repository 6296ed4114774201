"""Strength: ratings and their history."""
