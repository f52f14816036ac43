"""The symmetries of solutions: rotations and reflections, classes, and a gallery that names them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.problem import QUEEN, QueensProblem

Queens = NDArray[np.int32]
ABOUT = "solutions in the order in which the search found them; a count shows one solution of each class before them."


def images(queens: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the eight images of a placement: four rotations, then the reflection of each."""
    found = []
    now = list(queens)
    for _ in range(4):
        turned = [0] * len(now)
        for x, y in enumerate(now):  # a quarter turn: column x, row y goes to column n - 1 - y, row x
            turned[len(now) - 1 - y] = x
        now = turned
        found.append(tuple(now))
    return [*found, *(each[::-1] for each in found)]


def canonical(queens: Sequence[int]) -> tuple[int, ...]:
    """Return the least image of a placement: equal for all placements of a class."""
    return min(images(queens))


def first_of_classes(stored: Queens) -> dict[tuple[int, ...], int]:
    """Return the index of the first solution of each class, by the least image of the class."""
    first: dict[tuple[int, ...], int] = {}
    for place, queens in enumerate(stored.tolist()):
        first.setdefault(canonical(queens), place)
    return first


def solution_gallery(problem: QueensProblem, stored: Queens, many: bool, with_classes: bool = False) -> Gallery:
    """Return the stored solutions as pages, JSON answers and a table; `with_classes`, one of each class comes first."""
    first = first_of_classes(stored) if with_classes else {}
    leading = list(first.values())

    def page(place: int) -> Page:
        at = leading[place] if place < len(leading) else place - len(leading)
        queens = stored[at].tolist()
        same = counted_noun(len(set(images(queens))), "solution")
        if place < len(leading):
            title = f"class {place + 1:,} of {len(leading):,}"
            sentence = f"{problem.vector(queens)}. This class has {same}: rotations and reflections of each other."
        else:
            least = canonical(queens)
            one = next(i for i, other in enumerate(stored.tolist()) if canonical(other) == least)
            kin = f"a rotation or reflection of solution {one + 1:,}" if one != at else "the first of its class"
            title = f"solution {at + 1:,} of {len(stored):,}"
            sentence = f"{problem.vector(queens)}: {kin}. Its class has {same}."
        # Without the mark of attacked queens a square of the contact sheet needs two columns only.
        return Page.single(title, replace(problem.placement(queens), marks=(QUEEN,)), sentence)

    def answers() -> dict[str, list[Any]]:
        return {"solutions": stored.tolist()}

    def table() -> list[tuple[Any, ...]]:
        return [("solution", "rows"), *enumerate((problem.vector(queens) for queens in stored.tolist()), 1)]

    return Gallery(len(leading) + len(stored), page, many, answers, table, ABOUT)
