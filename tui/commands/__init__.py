"""Commands beside the puzzles, one module each."""
