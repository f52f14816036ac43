"""Solvers of n-queens: evolution, local search, depth-first search, annealing, and a formula."""
