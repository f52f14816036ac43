"""The board as one widget drawn by lines."""
