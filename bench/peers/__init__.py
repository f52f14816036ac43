"""Short programs that do what a command does, with another library or with plain Python. Each prints JSON."""
