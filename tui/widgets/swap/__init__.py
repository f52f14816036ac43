"""Positions of knights that change places as a graph."""
