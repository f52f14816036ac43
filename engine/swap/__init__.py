"""Knights that change places: black and white knights go from one position to another in the fewest moves."""
