"""What brute force knows about each puzzle, to hold every solver against; a new puzzle needs a line here."""

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
    """Problems that are small enough for brute force, and what it says of them; nothing is shared with the engine."""

    problems: st.SearchStrategy[P]
    possible: Callable[[P], bool]
    """Whether there is a solution."""
    solves: Callable[[P, Answer], bool]
    """Whether an answer is one, and as good as can be."""
    final: Callable[[P, Answer], bool] = lambda *_: False
    """Whether an answer that is none leaves nothing that a solver without a way back could still do."""
    others: dict[str, st.SearchStrategy[P]] = field(default_factory=dict)
    """Problems for solvers that refuse those: an answer can be judged, though brute force would not find one."""


def fewest_moves(problem: SwapProblem, answer: Answer) -> bool:
    """Tell whether knights change places as they should, in as few moves as can be."""
    return swap.changed(problem, answer) and len(answer["moves"]) == swap.fewest(problem)


TRUTH: dict[str, Truth[Any]] = {
    "queens": Truth[QueensProblem](queens.problems, queens.placeable, queens.peaceful),
    "swap": Truth[SwapProblem](swap.problems(), lambda problem: swap.fewest(problem) is not None, fewest_moves),
    "tour": Truth[TourProblem](tour.problems(), tour.toured, tour.tours, tour.stuck, {"divide": tour.whole_boards()}),
}
