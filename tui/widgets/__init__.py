"""Widgets: they know frames, never solvers."""
