"""From the values that a user types to a run: plans, and the catalogue of all puzzles and solvers."""
