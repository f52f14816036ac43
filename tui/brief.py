"""Brief titles of problems, for places where solvers or the context already say which puzzle it is."""

import re

_COLOURS = re.compile(r"(\d+) black and (\d+) white knights")


def brief(title: str) -> str:
    """Return a shorter title: `8 x 8 from a1` for a tour, `3+3 knights on 4 x 3` for a swap."""
    return _COLOURS.sub(r"\1+\2 knights", title.replace("tour of ", ""))


def briefest(title: str) -> str:
    """Return the shortest title: `8 x 8, a1` for a tour from a1."""
    return brief(title).replace(" from ", ", ")
