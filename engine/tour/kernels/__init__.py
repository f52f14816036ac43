"""Inner loops of the tour solvers, with the state that they work on: one module for each solver, of the same name."""
