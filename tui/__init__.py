"""The screens and the command line."""

if __name__ != "knightwatch.tui":  # a second copy of every class would not equal the first
    raise ImportError("this folder is the package knightwatch.tui: use `import knightwatch.tui`")
