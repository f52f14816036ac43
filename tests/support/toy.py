"""A search without kernels, for tests of the code that drives searches: cheap, deterministic, with a fake clock."""

from typing import Any

import numpy as np
from pydantic import Field

from knightwatch.engine.compiled.tiers import NotReady
from knightwatch.engine.core.clock import DONE, MILESTONES
from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.frame import Frame
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.queens.problem import QueensProblem

MILESTONE = 10
"""Steps from one milestone to the next."""
SOLUTION = [0, 4, 7, 5, 2, 6, 1, 3]


class Clock:
    """Replaces the module `time`. Only `sleep` and tests move it; each sleep takes at least a microsecond."""

    def __init__(self) -> None:
        self.now = self.asleep = 0.0

    def perf_counter(self) -> float:
        return self.now

    def thread_time(self) -> float:
        return self.now - self.asleep

    def sleep(self, seconds: float) -> None:
        self.now += max(seconds, 1e-6)
        self.asleep += max(seconds, 1e-6)


class ToySettings(Settings):
    """Parameters of the toy."""

    units: int = Field(10**6, ge=0, le=10**9)
    solved_at: int = Field(10**9, ge=0, le=10**9)
    lies: bool = False


class Toy(Search[QueensProblem, ToySettings]):
    """A random number generator that counts as solved after `solved_at` steps."""

    name = "toy"
    summary = "no real search"
    unit = "unit"
    milestone = "ten"
    settings_type = ToySettings

    clock = Clock()
    cost = 0.0
    """Seconds that a step takes on the fake clock."""
    executed = 0
    """Steps done, replayed steps included."""

    waits = 0
    """How often `begin` pretends to wait for compiled code, one second each time."""

    @property
    def limit(self) -> int:
        return self.settings.units

    def begin(self) -> State:
        if self.waits:
            self.waits -= 1
            self.clock.sleep(1)
            raise NotReady
        return {"value": np.array([self.seed], np.int64)}

    def step(self, budget: int, halt: bool) -> None:
        for _ in range(budget):
            self.state["value"][0] = (int(self.state["value"][0]) * 1_103_515_245 + 12_345) % 2**31
            self.state["clock"][DONE] += 1
            self.executed += 1
            self.clock.now += self.cost
            if self.done % MILESTONE == 0:
                self.state["clock"][MILESTONES] += 1
                if halt:
                    return
            if self.found():
                return

    def found(self) -> bool:
        return self.done >= self.settings.solved_at

    def answer(self) -> dict[str, Any]:
        return {"queens": [0] * 8 if self.settings.lies else SOLUTION}

    def work(self) -> dict[str, int]:
        return {"units": self.done}

    def attained(self) -> float:
        return self.done

    def spending(self) -> str:
        return ""

    def frame(self) -> Frame:
        return Frame(self.done, self.verdict, self.problem.board(), (), (), str(self.state["value"]))


def toy(seed: int = 1, n: int = 8, **settings: Any) -> Toy:
    """Return a new toy search."""
    return Toy(QueensProblem(n=n), ToySettings(**settings), seed)
