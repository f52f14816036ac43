"""Screens of the laboratory."""
