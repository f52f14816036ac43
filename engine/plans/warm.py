"""Kernels to compile in advance: those of one plan, or of everything in the catalogue.

The first steps of a search show which kernels it calls, and with which types.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from knightwatch.engine.compiled.cache import mark_complete
from knightwatch.engine.compiled.dispatchers import encode
from knightwatch.engine.plans.catalog import PUZZLES, puzzle
from knightwatch.engine.plans.plan import Plan

STEPS = 3

RARE: dict[str, tuple[dict[str, str], ...]] = {"tour": ({"rows": "3", "cols": "7", "start": "d2"},)}
"""Plans that need kernels which no example needs: here, an exact decision."""


def kernels(puzzle_name: str, values: dict[str, str], steps: int = STEPS) -> Iterator[str]:
    """Return the kernels that the cache lacks for the first steps of a plan, as requests to the compiler."""
    missing: list[str] = []

    def note(kernel: Callable[..., Any], types: tuple[Any, ...]) -> bool:
        missing.append(encode(kernel, types))
        return False

    search = Plan.read(puzzle(puzzle_name), {"seed": "0"} | values).search()
    search.tier.request, search.tier.patience = note, 0.0
    if search.effort() == 0.0 and not search.interpreted:  # a user's code runs only if the user starts it
        search.advance(steps)
    yield from dict.fromkeys(missing)


def everything() -> Iterator[str]:
    """Return the kernels that the cache lacks for the whole catalogue; in the end mark the cache as complete."""
    for each in PUZZLES:
        solvers = ({"solver": solver.name} for solver in each.solvers)
        for values in chain(solvers, (example.values for example in each.examples)):
            yield from kernels(each.name, values)
        for values in RARE.get(each.name, ()):
            yield from kernels(each.name, values, 1 << 20)
    mark_complete()
