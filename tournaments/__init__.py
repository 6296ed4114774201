"""Competition: formats, rounds, standings."""
