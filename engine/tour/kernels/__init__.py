"""Inner loops of the solvers of tours, one module per solver."""
