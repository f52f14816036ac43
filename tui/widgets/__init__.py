"""Widgets: they draw frames, and know no solver."""
