"""People: players, guests and teams of two."""
