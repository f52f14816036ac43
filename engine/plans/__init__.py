"""From typed values to a run: declarations, plans, and the catalogue of all puzzles and solvers."""
