"""Simulates formats to suggest which fits the time and best finds the strongest."""
