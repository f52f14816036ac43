"""Screens of knights that change places."""
