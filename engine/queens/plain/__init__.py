"""Each solver of n-queens once more in plain Python: a file to start from, and the model of its kernel."""
