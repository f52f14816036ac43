"""Screens of n-queens."""
