"""Watch a run: its frames in a loop, or a player in a notebook."""

import time
from collections.abc import Generator, Iterator
from typing import Any

from pydantic import Field

from knightwatch.engine.core.declaration import Declared
from knightwatch.engine.core.frame import Frame, Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.library.planning import Solver, advanced, plan_of
from knightwatch.engine.pictures.player import frame_element, page
from knightwatch.engine.pictures.recording import FrameRecording, lines_added, recorded
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.queens.problem import QueensProblem
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.tour.problem import TourProblem

USUAL_STRIDE = 100
"""Steps from one frame to the next in a loop."""
PLAYED_FRAMES, PLAYED_BYTES, PLAYED_HEIGHT = 500, 2_000_000, 680
"""Limits of a player in a notebook, and its height in pixels."""
PLAYED_SECONDS, LINE_SECONDS = 10.0, 5.0
"""Seconds that a player runs the solver, and those for its lines."""


class Watching(Declared):
    """How to watch a run."""

    every: int | None = Field(
        None, ge=1, le=10**12, description="steps from one frame to the next; empty: 100, and 1 in a player"
    )


class Watch(Iterator[Frame]):
    """The frames of a run, one after the other. A notebook shows it as a player of the same run."""

    def __init__(self, plan: Plan, every: int | None) -> None:
        self._plan, self._every = plan, every
        self._frames = _frames(Run(plan.search()), every or USUAL_STRIDE)

    def __next__(self) -> Frame:
        return next(self._frames)

    def close(self) -> None:
        """Stop the run."""
        self._frames.close()

    def _repr_html_(self) -> str:
        """Return a player. It runs the solver from the start, for a limited time, beside the loop."""
        plan, recording = self._plan, FrameRecording(PLAYED_FRAMES, self._every or 1)
        run, end = Run(plan.search()), time.monotonic() + PLAYED_SECONDS
        try:
            for _ in recorded(run, recording):
                if time.monotonic() > end:
                    recording.add(run.frame())
                    recording.note = f"The run takes more than {PLAYED_SECONDS:g} seconds: its beginning is shown."
                    break
        finally:
            run.search.close()
        for _ in lines_added(plan, recording, LINE_SECONDS):
            pass
        title = f"{plan.problem.title()} by {plan.solver.name}"
        return frame_element(page(title, plan.solver.unit, recording, most_bytes=PLAYED_BYTES), PLAYED_HEIGHT)


def watch(
    problem: TourProblem | SwapProblem | QueensProblem,
    *,
    solver: Solver | None = None,
    seed: int | None = None,
    every: int | None = None,
    **settings: Any,
) -> Watch:
    """Run a solver as `solve` does; return a frame after each `every` steps, by default 100.

    The first frame is the one before the first step, the last frame the one at the end of the run. Raise BadInput at
    once, as `solve` does. The run advances only while the caller asks for frames. As the value of a notebook's cell, it
    is a player of the run; without `every` it has every step, as far as the player has room.
    """
    plan = plan_of(problem, solver, seed, settings)
    return Watch(plan, Watching(every=every).every)


def _frames(run: Run, every: int) -> Generator[Frame, None, None]:
    try:
        yield advanced(run, 0).frame()
        while run.status is Status.RUNNING:
            yield advanced(run, run.search.done + every).frame()
    finally:
        run.search.close()
