"""The core of every search, whatever the puzzle: the contract, the run, frames, history."""
