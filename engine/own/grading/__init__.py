"""Grading of users' solvers: tests from a file, a process for each run, verdicts and points."""
