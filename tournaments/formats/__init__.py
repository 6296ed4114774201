"""Who meets whom, who stands where. Pure: the standard library only."""
