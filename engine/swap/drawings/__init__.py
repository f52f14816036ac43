"""Other drawings of a position: the graph of its moves, and the board behind a row of files."""
