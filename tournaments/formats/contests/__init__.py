"""Stages as a tournament plays them: one adapter a format, fed from what is stored."""
