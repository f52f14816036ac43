"""knightwatch as a library: problems, `solve` and `watch`. It knows arrays and never a screen.

    from engine import TourProblem, solve

    result = solve(TourProblem(rows=8, cols=8), seed=1)

Nothing is done by an import: each of the names below is fetched when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.core.errors import BadInput
    from engine.core.frame import Frame, Status
    from engine.library import QueensAnswer, Result, SwapAnswer, TourAnswer, solve, watch
    from engine.queens.problem import QueensProblem
    from engine.swap.problem import SwapProblem
    from engine.tour.problem import TourProblem

__all__ = [
    "BadInput",
    "Frame",
    "QueensAnswer",
    "QueensProblem",
    "Result",
    "Status",
    "SwapAnswer",
    "SwapProblem",
    "TourAnswer",
    "TourProblem",
    "solve",
    "watch",
]


if not TYPE_CHECKING:  # or else a name that is not there would have any type

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__} has no attribute {name}")
        return getattr(import_module("engine.library"), name)


def __dir__() -> list[str]:
    return __all__
