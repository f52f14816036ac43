"""Each tour solver once more in plain Python: a file to start from, and the model of its kernel."""
