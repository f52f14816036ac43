"""Inner loops of the solvers of n-queens, one module per solver."""
