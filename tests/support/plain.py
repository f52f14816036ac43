"""Run the plain version of a solver with the random numbers of the kernels, step by step beside the built-in one."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from knightwatch import Step
from knightwatch.engine.core.frame import Status
from tests.support.kernel_random import KernelRandom, StartsRandom
from tests.support.strategies import AnySearch


def plain_module(puzzle: str, solver: str) -> Any:
    """Return the module with the plain version of a solver."""
    return import_module(f"knightwatch.engine.{puzzle}.plain.{solver.replace('-', '_')}")


class PlainRun:
    """A run of a plain version."""

    def __init__(self, puzzle: str, solver: str, problem: Any, seed: int = 1, **settings: Any) -> None:
        self.random = StartsRandom(seed) if puzzle == "tour" else KernelRandom(seed)
        self.generator = plain_module(puzzle, solver).solve(problem.task, self.random, **settings)
        self.done = self.milestones = 0
        self.value: Any = None
        """The value of the last yield."""
        self.kind = ""
        """What the last yield was: a value, a value with a sentence, or a step."""
        self.answer: Any = None
        self.ended = False

    @property
    def locals(self) -> dict[str, Any]:
        """The local variables of the running plain version."""
        return dict(self.generator.gi_frame.f_locals)

    def step(self) -> bool:
        """Go to the next yield; return False at the end."""
        try:
            step = next(self.generator)
        except StopIteration as end:
            self.ended, self.answer = True, end.value
            return False
        if isinstance(step, Step):
            self.kind = "step"
        elif isinstance(step, tuple) and len(step) == 2 and isinstance(step[1], str):
            self.kind, step = "sentence", Step(*step)
        else:
            self.kind, step = "value", Step(step)
        self.done += 1
        self.milestones += step.milestone
        self.value = step.value
        return True


def assert_same_steps(
    search: AnySearch, plain: PlainRun, value: Callable[[Any], Any], most: int, rng: bool = True
) -> None:
    """Advance both for at most `most` steps and compare what they draw; `value` returns it for the built-in solver."""
    search.prepare()
    while search.done < most:
        going_on = plain.step()
        search.advance(1)
        assert search.done == plain.done
        if not going_on:
            assert search.status is not Status.RUNNING
            break
        assert value(search) == plain.value
        assert not rng or search.state["rng"].tolist() == plain.random.words
