"""Solvers that users write: the file, its process, checkpoints by fork, and grading."""
