"""Ten random starts by the four published methods: a table, and from each start the first tour."""

from dataclasses import replace
from functools import partial
from textwrap import wrap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knightwatch.engine.boards import Squares
from knightwatch.engine.compiled.rng import below, generator
from knightwatch.engine.compiled.tiers import interpret
from knightwatch.engine.core.frame import Status
from knightwatch.engine.core.run import Run
from knightwatch.engine.core.words import aligned, counted_noun
from knightwatch.engine.plans.plan import Plan
from knightwatch.engine.tour.problem import TourProblem
from knightwatch.engine.tour.questions.starts import MARKS, Maker, Survey, Trial, started
from knightwatch.engine.tour.solvers.backtrack import Backtrack, BacktrackSettings, Order, RuleSettings, Warnsdorff

TEN = 10
MOST_DRAWN = 32
"""Rows or columns of the largest board whose tours are printed."""


class TenStarts(Survey):
    """Ten random starts, each by Warnsdorff's rule and by the three published orders of backtracking."""

    def __init__(self, plan: Plan) -> None:
        assert isinstance(plan.problem, TourProblem)
        # Limits that the user changed apply to all methods; defaults of the plan's solver do not.
        given = plan.settings.model_dump(include=set(RuleSettings.model_fields))
        usual = type(plan.settings)().model_dump()
        limits = {name: value for name, value in given.items() if value != usual[name]}
        rule = RuleSettings(**limits)
        self._limits = rule.listed()
        methods: dict[str, Maker] = {"warnsdorff": lambda problem: Warnsdorff(problem, rule, plan.seed)}
        for order in (Order.WARNSDORFF, Order.WALL, Order.WARNSDORFF_WALL):
            settings = BacktrackSettings(**(limits | {"order": order}))
            methods[f"backtrack {order}"] = partial(_backtrack, settings=settings, seed=plan.seed)
        super().__init__(plan, _sample(np.flatnonzero(plan.problem.free), plan.seed), methods)

    def answer(self) -> dict[str, Any]:
        settings = self.problem.listed() | self._limits
        return {"question": "ten", **super().answer(), "settings": settings, "tours": self._tours()}

    def named(self, trial: Trial) -> dict[str, Any]:
        return super().named(trial) | ({"path": self._squares(trial)} if self.everything else {})

    def kept_path(self, start: int, run: Run) -> NDArray[np.uint32] | None:
        """Return the tour if it is the first from this start, or if all tours are asked for."""
        known = any(trial.start == start and trial.path is not None for trial in self.trials)
        if run.status is not Status.SOLVED or (known and not self.everything):
            return None
        path = np.array(run.search.answer()["path"], np.int64)
        return (path[:, 0] * self.problem.cols + path[:, 1]).astype(np.uint32)

    def _squares(self, trial: Trial) -> list[list[int]] | None:
        if trial.path is None:
            return None
        found: list[list[int]] = np.stack(np.divmod(trial.path, self.problem.cols), axis=1).tolist()
        return found

    def _found(self) -> list[tuple[str, Trial]]:
        """Return the trials whose tours are kept, each with its method."""
        names = list(self.methods)
        placed = [(names[place % len(names)], trial) for place, trial in enumerate(self.trials[:])]
        return [(name, trial) for name, trial in placed if trial.path is not None]

    def _tours(self) -> list[dict[str, Any]]:
        """Return for each start its first tour, by the first method that finds one."""
        first = {trial.start: (name, trial) for name, trial in reversed(self._found())}
        starts = {start: first.get(start) for start in self.starts}
        return [
            {
                "start": list(divmod(start, self.problem.cols)),
                "method": found[0] if found else None,
                "path": self._squares(found[1]) if found else None,
            }
            for start, found in starts.items()
        ]

    def run_of(self, row: int, method: str) -> Plan:
        """Return the plan of the run from a start, given by its row of the table, by a method."""
        search = self.methods[method](started(self.problem, self.starts[row]))
        return replace(self.plan, solver=type(search), problem=search.problem, settings=search.settings)

    def table(self) -> list[list[str]]:
        rows = [["start", *self.methods]]
        for place, start in enumerate(self.starts):
            mine = self.trials[place * len(self.methods) : (place + 1) * len(self.methods)]
            cells = [words(trial) for trial in mine]
            rows.append([self.problem.name(start), *cells, *[""] * (len(self.methods) - len(cells))])
        trials = [self.by(method) for method in self.methods]
        found = (f"{sum(t.status is Status.SOLVED for t in mine)} of {len(mine)}" for mine in trials)
        return [*rows, ["found", *found]]

    def unused(self) -> str:
        solver, usual = self.plan.solver, self.plan.puzzle.solvers[0]
        own = [] if solver in (usual, Warnsdorff, Backtrack) else [f"solver {solver.name}"]
        words = " and ".join([*own, *self.unused_start()])
        return (
            f"Methods and starts are fixed, so {words} {'are' if ' and ' in words else 'is'} ignored." if words else ""
        )

    def text(self) -> str:
        head = f"{self.problem.title()}, {counted_noun(len(self.starts), 'random start')}"
        lines = [head, "", *aligned(self.table()), "", LEGEND, *self.notes()]
        shown = self._found() if max(self.problem.rows, self.problem.cols) <= MOST_DRAWN else []
        for name, trial in shown:
            assert trial.path is not None
            lines += ["", f"{self.problem.name(trial.start)} by {name}", "", *self._grid(trial.path)]
            if squares := self.problem.words({"path": self._squares(trial)}):
                lines += ["", *wrap(squares, 79)]
        return "\n".join(lines) + "\n"

    def _grid(self, path: NDArray[np.uint32]) -> list[str]:
        """Return the numbers of a tour as lines."""
        cells = np.full(self.problem.rows * self.problem.cols, "#", f"<U{len(str(len(path)))}")
        cells[path] = np.arange(1, len(path) + 1).astype(str)
        return aligned(cells.reshape(self.problem.rows, -1).tolist())


LEGEND = "Each cell: ✓ found, × gave up, - no tour (proved); states and time; - alone: proved at once."


def words(trial: Trial) -> str:
    """Return the text of a trial for a table."""
    sign = MARKS[trial.status].sign
    if trial.status is Status.IMPOSSIBLE and not trial.states:
        return sign
    return f"{sign} {trial.states:,} {1000 * trial.seconds:,.3f} ms"


def ten_starts(plan: Plan, _: str = "") -> TenStarts:
    """Return the table of ten random starts."""
    return TenStarts(plan)


def _backtrack(problem: TourProblem, settings: BacktrackSettings, seed: int) -> Backtrack:
    return Backtrack(problem, settings, seed)


def _sample(squares: Squares, seed: int) -> Squares:
    """Return ten different random squares, or all if there are fewer."""
    rng, left = generator(seed), squares.copy()
    for place in range(min(TEN, len(left))):
        other = place + interpret(below, rng, len(left) - place)
        left[[place, other]] = left[[other, place]]
    return left[:TEN]
