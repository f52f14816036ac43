"""The laboratory: many runs of a solver, planned, spread over processes, stored and summed up."""
