"""Repeat the published table: nine rows of knights on a board 3 wide and 4 high, with their times.

Source: I. Herceg, "Six knights" (thesis, Split 2022). The goal squares change the answer; here the knights of each
colour stand at the left of their row, at the start and at the goal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import log10
from textwrap import wrap
from typing import Any

import numpy as np

from knightwatch.engine.core.frame import Curve, Status
from knightwatch.engine.core.inquiry import Diagram, Inquiry
from knightwatch.engine.core.timing import BEFORE_CLOCK, compiled, made_ready, timed
from knightwatch.engine.core.words import aligned
from knightwatch.engine.plans.catalog import SWAP_SECONDS, SWAP_TABLE
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.positions import Positions
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSearch

HEAD = ["knights", "arrangements", "reached", "moves", "KiB", "seconds", "published s", "ratio"]


@dataclass(frozen=True)
class TableRow:
    """The result of one row."""

    reached: int
    moves: int | None
    """None if the goal was not found."""
    seconds: float
    bytes: int
    """Memory of positions and state."""
    comparisons: int | None
    """Comparisons of positions; None if the solver does not count them."""


class SwapTable(Inquiry):
    """The nine rows, each solved by the solver of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.problems = {name: SwapProblem(**values) for name, values in SWAP_TABLE.items()}
        self.rows: list[TableRow] = []
        self._doing = ""

    def slices(self) -> Iterator[None]:
        plan = self.plan
        for problem in list(self.problems.values())[len(self.rows) :]:
            search = plan.solver(problem, plan.settings, plan.seed)
            run = timed(search)
            for self._doing in chain(made_ready(run), compiled([run], BEFORE_CLOCK)):
                yield
            yield from run.slices()
            moves = len(search.answer()["moves"]) if run.status is Status.SOLVED else None
            assert isinstance(search, SwapSearch)
            work = search.work()
            self.rows.append(TableRow(work["positions"], moves, run.seconds, search.bytes, work.get("comparisons")))
            yield

    def progress(self) -> tuple[int, int, str]:
        return len(self.rows), len(self.problems), "rows"

    def doing(self) -> str:
        return self._doing

    def answer(self) -> dict[str, Any]:
        rows = [
            {
                "knights": name,
                "from": problem.from_,
                "to": problem.goal,
                "arrangements": Positions(problem).arrangements,
                "reached": row.reached,
                "moves": row.moves,
                "seconds": round(row.seconds, 6),
                "bytes": row.bytes,
                "comparisons": row.comparisons,
                "published_seconds": seconds,
            }
            for (name, problem), row, seconds in zip(self.problems.items(), self.rows, SWAP_SECONDS, strict=False)
        ]
        return {
            "question": "table",
            "solver": self.plan.solver.name,
            "complete": sum(row.moves is not None for row in self.rows) == len(SWAP_SECONDS),
            "settings": self.plan.settings.listed(),
            "rows": rows,
        }

    def table(self) -> list[list[str]]:
        rows = [HEAD]
        for place, (name, problem) in enumerate(self.problems.items()):
            cells = [
                name,
                f"{Positions(problem).arrangements:,}",
                "",
                "",
                "",
                "",
                f"{SWAP_SECONDS[place]:,.3f}",
                "",
            ]
            if place < len(self.rows):
                row = self.rows[place]
                cells[2:6] = (
                    f"{row.reached:,}",
                    "gave up" if row.moves is None else f"{row.moves}",
                    f"{row.bytes / 1024:,.0f}",
                    f"{row.seconds:.6f}",
                )
                cells[7] = (
                    f"{SWAP_SECONDS[place] / row.seconds:,.0f} x" if row.seconds and row.moves is not None else ""
                )
            rows.append(cells)
        return rows

    def diagram(self) -> Diagram:
        ours = [row.seconds for row in self.rows if row.seconds and row.moves is not None]
        curves = (
            Curve(name, np.arange(len(seconds)), np.array([log10(each) for each in seconds]))
            for name, seconds in (("published", SWAP_SECONDS), (self.plan.solver.name, ours))
        )
        return Diagram("log10 of the seconds, row by row", tuple(self.problems), tuple(curves), across="knights")

    def compared(self) -> str:
        """Return the comparisons per published second as a sentence; nothing if they are not counted."""
        counts = [row.comparisons for row in self.rows if row.comparisons]
        if len(counts) < len(SWAP_SECONDS):
            return ""
        each = [number / seconds / 1e6 for number, seconds in zip(counts[2:], SWAP_SECONDS[2:], strict=True)]
        return (
            f"{counts[-1]:,} comparisons for {list(self.problems)[-1]}. From the third row on, {min(each):.1f} to "
            f"{max(each):.1f} million per published second."
        )

    def title(self) -> str:
        """Return the title of the table."""
        return f"Knights that change places on 4 x 3, top row and bottom row, by {self.plan.solver.name}"

    def text(self) -> str:
        done, total, unit = self.progress()
        missing = [f"Not complete: {done} of {total} {unit} done."] if done < total else []
        compared = wrap(self.compared(), 110)
        return "\n".join([self.title(), "", *aligned(self.table()), "", LEGEND, *compared, *missing]) + "\n"


LEGEND = (
    "1+2: one knight in the top row and two of the other colour in the bottom row, all at the left, change places.\n"
    "Reached: positions seen. KiB: memory for positions and tables at the end. Published by I. Herceg (thesis,\n"
    "Split 2022)."
)


def published(plan: Plan, _: str = "") -> SwapTable:
    """Return the inquiry that repeats the published table."""
    return SwapTable(plan)
