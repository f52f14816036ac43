"""Races: two to four solvers side by side on one problem."""
