"""What drives a user's generator: a process of its own, or the same process for a function of the library."""

import random as random_module
from collections.abc import Callable
from typing import Any, Protocol

from knightwatch.engine.own.host.loading import named
from knightwatch.engine.own.host.stepper import Stepper


class Driver(Protocol):
    """Advances a generator. An order may take long, so its answer is awaited separately."""

    crash: dict[str, Any] | None
    """How the process of the generator crashed, as an end in a report."""

    @property
    def report(self) -> dict[str, Any]:
        """How far the generator is: see Stepper.report."""

    @property
    def busy(self) -> bool:
        """Whether the last order is not answered yet."""

    @property
    def seconds_busy(self) -> float:
        """Seconds since the last order, if it is not answered yet."""

    def wait(self, seconds: float) -> bool:
        """Wait for the answer to the last order; return whether it has come."""

    def advance(self, until: int, halt: bool, seconds: float, traced: bool = False) -> None:
        """Order steps up to `until`; with `traced`, record the lines that run."""

    def look(self) -> dict[str, Any] | None:
        """Return a description of the present step."""

    def running_line(self) -> int:
        """Return the author's line that runs now; 0 if unknown."""

    def checkpoint(self) -> None:
        """Make it quick to return to this step."""

    def go_near(self, moment: int, ended: bool = False) -> None:
        """Go to a step at or before `moment` that is quick to reach."""

    def kill(self) -> None:
        """Stop the generator at once, from any thread, if it runs in another process."""

    def abandon(self, how: str, reason: str) -> None:
        """End a process that does not answer; note it as a crash."""

    def close(self) -> None:
        """Free everything."""


class InProcess:
    """Drives a function in this process, and raises its exceptions. Going back runs the function again."""

    crash: dict[str, Any] | None = None
    busy = False
    seconds_busy = 0.0

    def __init__(self, solve: Callable[..., Any], load: dict[str, Any]) -> None:
        self._solve = solve
        self._order = load
        self._begin()

    def _begin(self) -> None:
        load, task = self._order, self._order["task"]
        problem = named(task["type"])(**task["fields"])
        random = random_module.Random(int(load["seed"]))
        reader = named(task["reader"])(problem)
        solve, settings = self._solve, load["settings"]
        self._stepper = Stepper(
            lambda: (solve, solve(problem, random, **settings)), reader, str(load["file"]), load["points"]
        )
        self._raise()

    def _raise(self) -> None:
        """Raise the exception that has ended the function: a debugger then finds its frames."""
        if self._stepper.error:
            raise self._stepper.error

    @property
    def report(self) -> dict[str, Any]:
        return self._stepper.report() | {"printed": 0}

    def wait(self, seconds: float) -> bool:  # noqa: ARG002
        return True

    def advance(self, until: int, halt: bool, seconds: float, traced: bool = False) -> None:
        self._stepper.advance(until, halt, seconds, traced)
        self._raise()

    def look(self) -> dict[str, Any]:
        return self._stepper.look() | {"console": [], "printed": 0}

    def running_line(self) -> int:
        return 0

    def checkpoint(self) -> None:
        pass

    def go_near(self, moment: int, ended: bool = False) -> None:
        if self._stepper.done > moment or (self._stepper.end and not ended):
            self._begin()

    def kill(self) -> None:
        pass

    def abandon(self, how: str, reason: str) -> None:
        raise AssertionError(f"a function in this process always answers: {how} {reason}")

    def close(self) -> None:
        pass
