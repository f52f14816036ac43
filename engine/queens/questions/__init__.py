"""Questions about n-queens that need no run."""
