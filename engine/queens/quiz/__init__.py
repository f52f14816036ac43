"""Questions about the next step of a solver of n-queens, for users who predict it: one module per solver."""
