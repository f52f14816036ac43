"""Lectures: the TOML files that come with knightwatch, and the reader that checks any lecture."""
