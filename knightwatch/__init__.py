"""Knight's tours, knights that change places and n-queens: problems, `solve`, `watch`, `picture`, `check` and `sweep`.

    from knightwatch import TourProblem, solve

    result = solve(TourProblem(rows=8, cols=8), seed=1)

Each name below is imported on first use, so that `import knightwatch` stays cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knightwatch.engine.core.errors import BadInput
    from knightwatch.engine.core.frame import Frame, Status
    from knightwatch.engine.library.checking import AnswerCheck, check
    from knightwatch.engine.library.drawing import DrawnPicture, picture
    from knightwatch.engine.library.results import QueensAnswer, Result, SwapAnswer, TourAnswer
    from knightwatch.engine.library.solving import solve
    from knightwatch.engine.library.sweeping import SweepResult, sweep
    from knightwatch.engine.library.watching import Watch, watch
    from knightwatch.engine.own.step import Impossible, Step
    from knightwatch.engine.queens.problem import QueensProblem
    from knightwatch.engine.swap.problem import SwapProblem
    from knightwatch.engine.tour.problem import TourProblem

_PLACES = {
    "AnswerCheck": "library.checking",
    "BadInput": "core.errors",
    "DrawnPicture": "library.drawing",
    "Frame": "core.frame",
    "Impossible": "own.step",
    "QueensAnswer": "library.results",
    "QueensProblem": "queens.problem",
    "Result": "library.results",
    "Status": "core.frame",
    "Step": "own.step",
    "SwapAnswer": "library.results",
    "SwapProblem": "swap.problem",
    "SweepResult": "library.sweeping",
    "TourAnswer": "library.results",
    "TourProblem": "tour.problem",
    "Watch": "library.watching",
    "check": "library.checking",
    "picture": "library.drawing",
    "solve": "library.solving",
    "sweep": "library.sweeping",
    "watch": "library.watching",
}
"""The module of each name. `Step` and `Impossible`, which a solver's file imports, need only the standard library."""
__all__ = [
    "AnswerCheck",
    "BadInput",
    "DrawnPicture",
    "Frame",
    "Impossible",
    "QueensAnswer",
    "QueensProblem",
    "Result",
    "Status",
    "Step",
    "SwapAnswer",
    "SwapProblem",
    "SweepResult",
    "TourAnswer",
    "TourProblem",
    "Watch",
    "check",
    "picture",
    "solve",
    "sweep",
    "watch",
]

if not TYPE_CHECKING:  # type checkers would give every unknown name the type Any

    def __getattr__(name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__} has no attribute {name}")
        return getattr(import_module(f"knightwatch.engine.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
