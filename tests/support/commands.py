"""What tests of the command line share: its exit codes, and what a command tells."""

from collections.abc import Callable

SOLVED, BAD_INPUT, IMPOSSIBLE, GAVE_UP, INTERRUPTED = 0, 2, 3, 4, 130
ENDLESS = ("--n", "64", "--pc", "0", "--pm", "0", "--generations", "1000000000")

Told = tuple[int, str, str]
"""Exit code, standard output, standard error."""
Command = Callable[..., Told]
