"""Rules, cards, seeds, clocks, records and bots. Pure: the standard library only."""
