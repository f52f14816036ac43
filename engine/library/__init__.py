"""The library: solve, watch, draw, check and sweep from Python, without a command line or a screen."""
