"""The admin for organisers: lists of everything, a form for settings, and a page from which an event is run."""

from tournaments.admin import calls, entries, logs, rounds, stages, tables, tournaments

__all__ = ["calls", "entries", "logs", "rounds", "stages", "tables", "tournaments"]
