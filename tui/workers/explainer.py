"""Explain the step at which a run rests, if it was a setback.

The state before the step is replayed on a search of its own, so the run itself stays at its step.
"""

import math
import time
from collections.abc import Iterator
from typing import Any

from knightwatch.engine.core.history import History
from knightwatch.engine.core.parts import Insight
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.search import Search
from knightwatch.engine.plans.plan import Plan

UNTOLD = Insight("d replays the run and says what was lost.")
"""Takes the place of an explanation whose replay takes too long."""


class Explainer:
    """Explains the setbacks of one run."""

    def __init__(self, plan: Plan, history: History) -> None:
        self._plan = plan
        self._history = history
        self._past: Run | None = None
        """The run that replays the steps before setbacks."""

    def explain(self, search: Search[Any, Any], patience: float = math.inf) -> Iterator[Insight | None]:
        """Yield None while it works, and then the insight, if the last step of a search was a setback.

        The insight is `UNTOLD` if the replay takes more than `patience` seconds.
        """
        setback = self._plan.parts.setback
        if not (search.done and setback and setback.happened(search)):
            return
        before, until = search.state, time.perf_counter() + patience
        if setback.needed:
            past = self._past = self._past or Run(self._plan.search())
            for _ in self._replay(past, search.done - 1):
                yield None
                if time.perf_counter() > until:
                    yield UNTOLD
                    return
            if past.search.done != search.done - 1:  # no memory
                return
            before = past.search.state
        yield from setback.explain(search, {name: before[name] for name in setback.needed})

    def _replay(self, past: Run, moment: int) -> Iterator[object]:
        """Take the past to a step from the nearest saved state; yield on the way."""
        yield from past.preparing()
        past.furthest = max(past.furthest, moment)  # a replay does not use up `max_seconds`
        for stop in self._history.approach(past.search, moment):
            yield from past.slices(until=stop)
            self._history.visit(past.search)
