"""The published table, repeated: nine rows of knights on the board 3 wide and 4 high, and how the time grows.

Source: I. Herceg, "Six knights" (thesis, Split 2022). Which squares the goal names changes the answer; here the
knights of each colour stand as far left in their row as they go, at the start and at the goal.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from textwrap import wrap
from typing import Any

import numpy as np

from knightwatch.engine.core.frame import Curve, Status
from knightwatch.engine.core.inquiry import Diagram, Inquiry
from knightwatch.engine.core.timing import made_ready, timed
from knightwatch.engine.core.words import aligned
from knightwatch.engine.plans.catalog import SWAP_SECONDS, SWAP_TABLE
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.swap.positions import Positions
from knightwatch.engine.swap.problem import SwapProblem
from knightwatch.engine.swap.solvers.base import SwapSearch

HEAD = ["knights", "arrangements", "reached", "moves", "KiB", "seconds", "published s", "ratio"]


@dataclass(frozen=True)
class TableRow:
    """What the run of a row came to."""

    reached: int
    moves: int | None
    """None where the goal was not found."""
    seconds: float
    bytes: int
    """What positions and search took."""
    comparisons: int | None
    """Comparisons of positions, by a solver that counts them."""


class SwapTable(Inquiry):
    """The nine rows, each by the solver of a plan."""

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
            for self._doing in made_ready(run):
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
        """Say how many comparisons stand for each published second, where they are counted; empty otherwise."""
        known = [row.comparisons for row in self.rows if row.comparisons]
        if len(known) < len(SWAP_SECONDS):
            return ""
        each = [number / seconds / 1e6 for number, seconds in zip(known[2:], SWAP_SECONDS[2:], strict=True)]
        return (
            f"{known[-1]:,} comparisons for {list(self.problems)[-1]}: {min(each):.1f} to {max(each):.1f} million for "
            f"each published second, from the third row on."
        )

    def title(self) -> str:
        """Return what it is about in a few words."""
        return f"Knights that change places on 4 x 3, top row and bottom row, by {self.plan.solver.name}"

    def text(self) -> str:
        done, total, unit = self.progress()
        missing = [f"Not complete: {done} of {total} {unit} done."] if done < total else []
        compared = wrap(self.compared(), 110)
        return "\n".join([self.title(), "", *aligned(self.table()), "", LEGEND, *compared, *missing]) + "\n"


LEGEND = (
    "1+2: one knight in the top row and two of the other colour in the bottom row, as far left as they go, change\n"
    "places. Reached: positions seen on the way. KiB: memory for positions and tables, in the end. Published by I.\n"
    "Herceg (thesis, Split 2022)."
)


def published(plan: Plan, _: str = "") -> SwapTable:
    """Return the inquiry that repeats the published table."""
    return SwapTable(plan)
