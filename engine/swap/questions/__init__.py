"""Questions about knights that change places that need no run."""
