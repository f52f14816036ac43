"""`python -m knightwatch` runs the program."""

from knightwatch.tui.cli.entry import main

main()
