"""Playing by hand and setting up a board, square by square."""
