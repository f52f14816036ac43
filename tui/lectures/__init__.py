"""Lectures that come with knightwatch, as TOML files, and how they and those of others are read."""
