"""Which format? What fits into the time, and by simulation how well it finds the best."""
