"""Screens: one a module; one screen serves every puzzle of the catalogue."""
