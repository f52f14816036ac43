"""Screens of the laboratory.

- `race` with `lane`: solvers side by side
- `sweep_form` and `sweep`: many runs for each value of a setting
- `papers`: published experiments, repeated
"""
