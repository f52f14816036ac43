"""Sweeps: many runs over a grid of settings, in parallel."""
