"""`python -m knightwatch` runs the program."""

import sys

if not sys.flags.safe_path:
    sys.path.pop(0)  # the current folder, which python -m puts first: nothing is imported from there

from knightwatch.tui.cli.entry import main

main()
