"""The knight's tour: a knight visits every square of a board exactly once."""
