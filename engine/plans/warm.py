"""What to compile before anybody waits for it: the kernels of a plan, or of everything in the catalogue.

A plan's kernels, and the types that they are called with, are found by taking the first steps of its search.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from knightwatch.engine.compiled.cache import mark_complete
from knightwatch.engine.compiled.dispatchers import order
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan

STEPS = 3

RARE: dict[str, tuple[dict[str, str], ...]] = {"tour": ({"rows": "3", "cols": "7", "start": "d2"},)}
"""Plans whose first steps need what those of no example do: here, an exact decision."""


def kernels(puzzle_name: str, values: dict[str, str], steps: int = STEPS) -> Iterator[str]:
    """Return what a plan's first steps lack, as orders for the compiler."""
    lacking: list[str] = []

    def note(kernel: Callable[..., Any], types: tuple[Any, ...]) -> bool:
        lacking.append(order(kernel, types))
        return False

    search = Plan.read(puzzle(puzzle_name), {"seed": "0"} | values).search()
    search.tier.ask, search.tier.patience = note, 0.0
    if search.effort() == 0.0:
        search.advance(steps)
    yield from dict.fromkeys(lacking)


def everything() -> Iterator[str]:
    """Return what all solvers and examples of the catalogue lack; once that is compiled, note that nothing does."""
    for each in PUZZLES:
        solvers = ({"solver": solver.name} for solver in each.solvers)
        for values in chain(solvers, (example.values for example in each.examples)):
            yield from kernels(each.name, values)
        for values in RARE.get(each.name, ()):
            yield from kernels(each.name, values, 1 << 20)
    mark_complete()
