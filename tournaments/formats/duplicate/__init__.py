"""Duplicate: every table of a round plays the same deals, and each seat is compared with the same seat elsewhere."""
