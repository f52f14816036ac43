"""Questions about the next step of a solver of this puzzle, for users who predict it."""
