"""N-queens by evolution and by local search."""
