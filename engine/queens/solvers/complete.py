"""Base class of the solvers that move one queen of a complete placement: `climb` and `anneal`.

The state has `queens`, the present placement, `champion`, the best one so far, and `counters`, which begin with the
attacks of both.
"""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import numpy as np

from knightwatch.engine.core.declaration import Settings
from knightwatch.engine.core.search import Search, State
from knightwatch.engine.core.state_rules import within
from knightwatch.engine.queens.kernels.attacks import all_attacks
from knightwatch.engine.queens.problem import QueensProblem

ATTACKS, BEST = 0, 1
"""Places in the counters: attacks of the present placement and of the best."""

S = TypeVar("S", bound=Settings)


class CompleteSearch(Search[QueensProblem, S], Generic[S]):
    """A search over placements with a queen in every column."""

    def placements(self) -> State:
        """Return the arrays of the two placements."""
        n = self.problem.n
        return {"queens": np.zeros(n, np.int32), "champion": np.zeros(n, np.int32)}

    def rules(self, state: State) -> Iterator[bool]:
        n, counters = self.problem.n, state["counters"]
        yield within(state["queens"], 0, n - 1) and within(state["champion"], 0, n - 1)
        yield counters[ATTACKS] == all_attacks(state["queens"])
        yield counters[BEST] == all_attacks(state["champion"])

    def counter(self, place: int) -> int:
        """Return the value of a counter."""
        return int(self.state["counters"][place])

    def found(self) -> bool:
        return self.counter(BEST) == 0

    def answer(self) -> dict[str, Any]:
        if not self.ready:
            return {"queens": None, "attacks": None}
        return {"queens": self.state["champion"].tolist(), "attacks": self.counter(BEST)}

    def attained(self) -> float:
        return self.counter(BEST)
