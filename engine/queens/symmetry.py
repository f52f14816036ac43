"""The symmetries of solutions: rotations and reflections, classes, and a gallery that names them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.core.gallery import Gallery
from knightwatch.engine.core.page import Page
from knightwatch.engine.core.words import counted_noun
from knightwatch.engine.queens.problem import QueensProblem

Queens = NDArray[np.int32]


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


def solution_gallery(problem: QueensProblem, stored: Queens, many: bool) -> Gallery:
    """Return the stored solutions as pages, JSON answers and a table."""

    def page(place: int) -> Page:
        queens = stored[place].tolist()
        least = canonical(queens)
        first = next(i for i, other in enumerate(stored.tolist()) if canonical(other) == least)
        same = len(set(images(queens)))
        kin = f"a rotation or reflection of solution {first + 1:,}" if first != place else "the first of its class"
        sentence = f"Solution {place + 1:,} is {kin}. Its class has {counted_noun(same, 'solution')}."
        return Page.single(f"solution {place + 1:,} of {len(stored):,}", problem.placement(queens), sentence)

    def answers() -> dict[str, list[Any]]:
        return {"solutions": stored.tolist()}

    def table() -> list[tuple[Any, ...]]:
        rows = (" ".join(str(problem.n - y) for y in queens) for queens in stored.tolist())
        return [("solution", "rows"), *enumerate(rows, 1)]

    return Gallery(len(stored), page, many, answers, table)
