"""Brute-force answers for each puzzle, to compare every solver with. A new puzzle needs a line in TRUTH."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from hypothesis import strategies as st

from knightwatch.engine.core.search import Problem
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.tour.problem import TourProblem
from tests.models import queens, swap, tour

P = TypeVar("P", bound=Problem)
Answer = dict[str, Any]


@dataclass(frozen=True)
class Truth(Generic[P]):
    """Problems small enough for brute force, and its answers; independent of the engine."""

    problems: st.SearchStrategy[P]
    possible: Callable[[P], bool]
    """Whether a problem has a solution."""
    solves: Callable[[P, Answer], bool]
    """Whether an answer is a solution, and an optimal one."""
    final: Callable[[P, Answer], bool] = lambda *_: False
    """Whether a solver that cannot step back or leave a local minimum could do nothing more with an answer."""
    finals: dict[str, Callable[[P, Answer], bool]] = field(default_factory=dict)
    """The same for single solvers that stop elsewhere."""
    others: dict[str, st.SearchStrategy[P]] = field(default_factory=dict)
    """Other problems, for solvers that refuse `problems`: answers can be checked, but not found by brute force."""


def fewest_moves(problem: SwapProblem, answer: Answer) -> bool:
    """Return whether the moves are right and the fewest."""
    return swap.changed(problem, answer) and len(answer["moves"]) == swap.fewest(problem)


TRUTH: dict[str, Truth[Any]] = {
    "queens": Truth[QueensProblem](queens.problems, queens.placeable, queens.peaceful, queens.stuck),
    "swap": Truth[SwapProblem](swap.problems(), lambda problem: swap.fewest(problem) is not None, fewest_moves),
    "tour": Truth[TourProblem](
        tour.problems(),
        tour.toured,
        tour.tours,
        tour.stuck,
        {"divide": tour.between_parts},
        {"divide": tour.whole_boards()},
    ),
}
