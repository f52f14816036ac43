"""Run a solver to its end."""

from typing import Any, overload

from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Problem
from knightwatch.engine.library.planning import Solver, advanced, plan_of
from knightwatch.engine.library.results import QueensAnswer, Result, SwapAnswer, TourAnswer, typed_answer
from knightwatch.engine.plans.result import result
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.tour.problem import TourProblem


@overload
def solve(
    problem: TourProblem, *, solver: Solver | None = None, seed: int | None = None, **settings: Any
) -> Result[TourAnswer]: ...
@overload
def solve(
    problem: SwapProblem, *, solver: Solver | None = None, seed: int | None = None, **settings: Any
) -> Result[SwapAnswer]: ...
@overload
def solve(
    problem: QueensProblem, *, solver: Solver | None = None, seed: int | None = None, **settings: Any
) -> Result[QueensAnswer]: ...
def solve(problem: Problem, *, solver: Solver | None = None, seed: int | None = None, **settings: Any) -> Result[Any]:
    """Run a solver to its end and return the result. Without a solver, the puzzle's default one runs.

    The settings are the solver's options on the command line, with _ for -. Without a seed, each call has a new one.
    Raise BadInput with a sentence if a value is wrong or a name is unknown. A function runs in this process, and
    `solve` raises the exceptions that it raises. A file runs in a process of its own; if it fails, the status says so.
    """
    plan = plan_of(problem, solver, seed, settings)
    run = Run(plan.search())
    try:
        found, frame = result(plan, advanced(run), everything=run.search.gallery().many), run.frame()
    finally:
        run.search.close()
    shared = {name: found[name] for name in Result.__dataclass_fields__.keys() & found.keys()}
    typed: dict[str, Any] = {"status": Status(found["status"]), "answer": typed_answer(problem, found)}
    return Result(**(shared | typed), json=found, problem=problem, frame=frame)
