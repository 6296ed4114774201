"""Collect, check and compile the translations."""
