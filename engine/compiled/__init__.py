"""Machine code: the only room that knows numba."""
