"""Elimination: who loses a table is out, or has one life left. Tables of two to six, the first few go on."""
