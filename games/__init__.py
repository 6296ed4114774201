"""Play: rules, tables, matches."""
