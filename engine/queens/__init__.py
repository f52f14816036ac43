"""N-queens: n queens on an n x n board, none attacking another."""
