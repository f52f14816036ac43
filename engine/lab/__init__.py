"""The laboratory: many runs of a solver, planned, run in parallel processes, stored and summarised."""
