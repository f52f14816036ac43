"""Knight's tours, knights that change places and n-queens: problems, `solve` and `watch`.

    from knightwatch import TourProblem, solve

    result = solve(TourProblem(rows=8, cols=8), seed=1)

Each name below is imported on first use, so that `import knightwatch` stays cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knightwatch.engine.core.errors import BadInput
    from knightwatch.engine.core.frame import Frame, Status
    from knightwatch.engine.library import QueensAnswer, Result, SwapAnswer, TourAnswer, solve, watch
    from knightwatch.engine.own.step import Impossible, Step
    from knightwatch.engine.queens.problem import QueensProblem
    from knightwatch.engine.swap.problem import SwapProblem
    from knightwatch.engine.tour.problem import TourProblem

__all__ = [
    "BadInput",
    "Frame",
    "Impossible",
    "QueensAnswer",
    "QueensProblem",
    "Result",
    "Status",
    "Step",
    "SwapAnswer",
    "SwapProblem",
    "TourAnswer",
    "TourProblem",
    "solve",
    "watch",
]

_LIGHT = {"Impossible": "knightwatch.engine.own.step", "Step": "knightwatch.engine.own.step"}
"""Names that a solver's file imports: their modules need nothing but the standard library."""

if not TYPE_CHECKING:  # type checkers would give every unknown name the type Any

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__} has no attribute {name}")
        return getattr(import_module(_LIGHT.get(name, "knightwatch.engine.library")), name)


def __dir__() -> list[str]:
    return __all__
