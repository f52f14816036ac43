"""Inner loops of the solvers of knights that change places, one module per solver."""
