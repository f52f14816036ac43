"""Screens of knight's tours."""
