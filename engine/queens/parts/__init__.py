"""What a step of a solver consisted of: one module a solver, of the same name."""
