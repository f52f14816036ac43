"""The engine: puzzles, solvers, laboratory and store. It imports nothing of the screen."""

if __name__ != "knightwatch.engine":  # a second copy of every class would not equal the first
    raise ImportError("this folder is the package knightwatch.engine: use `from knightwatch import ...`")
