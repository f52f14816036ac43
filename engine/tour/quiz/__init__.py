"""Questions about the next step of a tour solver, for users who predict it: one module for each kind of solver."""
