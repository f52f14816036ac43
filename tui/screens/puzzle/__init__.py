"""The screen of any puzzle, its settings, and play by hand."""
