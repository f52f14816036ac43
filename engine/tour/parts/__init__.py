"""Pages that explain the last step of a solver: one module for each solver, of the same name."""
