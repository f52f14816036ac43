"""Tours by rules, search, evolution and ants."""
