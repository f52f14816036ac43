"""The dictionary of moves, as the thesis prints it: for each square, the squares that a knight can go to."""

from collections.abc import Iterator
from typing import Any

from knightwatch.engine.core.inquiry import Inquiry
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.within_level import printed_ways


class MoveDictionary(Inquiry):
    """The moves of each square of a board, in the printed order."""

    def __init__(self, problem: SwapProblem) -> None:
        self.problem = problem
        self.ways = printed_ways(problem)

    def slices(self) -> Iterator[None]:
        yield from ()

    def progress(self) -> tuple[int, int, str]:
        return 1, 1, "dictionaries"

    def answer(self) -> dict[str, Any]:
        name = self.problem.name
        return {
            "question": "dictionary",
            "complete": True,
            "settings": self.problem.listed(),
            "moves": {name(vertex): [name(there) for there in near] for vertex, near in enumerate(self.ways)},
        }

    def text(self) -> str:
        name = self.problem.name
        entries = (f"{name(v)}: [{', '.join(name(there) for there in near)}]" for v, near in enumerate(self.ways))
        return "{" + ", ".join(entries) + "}\n"


def dictionary(plan: Plan, _: str = "") -> MoveDictionary:
    """Return the dictionary of moves."""
    assert isinstance(plan.problem, SwapProblem)
    return MoveDictionary(plan.problem)
