"""Brief titles of problems, for places where solvers or the context already say which puzzle it is."""

import re

_COLOURS = re.compile(r"(\d+) black and (\d+) white knights")

_NAME = re.compile(r"(\d+\+\d+) knights|(\d+) queens|\d+ x \d+")


def brief(title: str) -> str:
    """Return a shorter title: `8 x 8 from a1` for a tour, `3+3 knights on 4 x 3` for a swap."""
    return _COLOURS.sub(r"\1+\2 knights", title.replace("tour of ", ""))


def briefest(title: str) -> str:
    """Return the shortest title: `8 x 8, a1` for a tour from a1."""
    return brief(title).replace(" from ", ", ")


def puzzle_names(title: str) -> tuple[str, ...]:
    """Return the names of a puzzle in whole words, from its title to the shortest.

    The shortest are `12 queens` and `12`, or `8 x 8` and `8x8`.
    """
    found = _NAME.search(brief(title))
    names = (found[0], found[1] or found[2] or found[0].replace(" ", "")) if found else ()
    return tuple(dict.fromkeys((title, brief(title), briefest(title), *names)))
