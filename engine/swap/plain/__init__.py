"""Each solver of this puzzle once more in plain Python: a file to start from, and the model of its kernel."""
