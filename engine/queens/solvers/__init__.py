"""Solvers of n-queens: evolution and local search."""
