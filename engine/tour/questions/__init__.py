"""Questions about tours beside a run: counts, estimates, maps of starts, checks of a given tour."""
