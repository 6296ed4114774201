"""Elimination brackets, single and double, for tables of two to six of which the first few go on."""
