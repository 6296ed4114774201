"""PURE. Elo over ranked sides: what a match does to ratings, and what is to be expected of one."""
