"""Positions and drafts that a person changes square by square."""
