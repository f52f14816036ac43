"""Stores on disk: outcomes of sweeps, saved runs, and checkpoints of counts. Each is one SQLite file."""
