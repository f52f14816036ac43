"""The board: one widget, drawn line by line."""
